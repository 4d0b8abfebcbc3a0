"""`retcon mcp`: an official client starts it, and plays over its standard input and output."""

from api.cli.commands.serving import DEMO
from tests.api.assistants.official import started
from tests.cli.terminal import COMMAND, Terminal


def test_a_client_reads_and_is_refused_over_standard_input(reader: Terminal) -> None:
    environment = {name: value for name, value in reader.environment.items() if value is not None}
    with started(COMMAND, ["mcp"], environment) as assistant:
        assert DEMO in {row["name"] for row in assistant.call("campaigns")}
        assert assistant.call("sheet", campaign=DEMO, handle="sh1")["handle"] == "sh1"
        assert assistant.call("log", campaign=DEMO, limit=1)[0]["text"]
        assert "has no command" in assistant.refused("play", campaign=DEMO, type="freeform.fly", dry_run=True)


def test_a_token_that_is_not_valid_starts_nothing(reader: Terminal) -> None:
    done = Terminal(reader.data_dir, reader.database_url, token="retcon_wrong")("mcp")
    assert done.code == 1
    assert "RETCON_TOKEN holds no valid token" in done.said
