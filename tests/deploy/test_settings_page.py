"""The page of settings says what the service reads."""

from tests.deploy.settings_page import PAGE, table


def test_the_page_of_settings_lists_what_the_service_reads() -> None:
    assert PAGE.read_text(encoding="utf-8").endswith(table()), "make docs writes it anew"
