"""What a Markdown document promises: commands, settings, paths and blocks of code, and which of it does not hold.

Findings are sentences that start with the line's number; no findings is good.
"""

import ast
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

FENCE: Final = re.compile(r"^\s*(`{3,}|~{3,})\s*(?P<info>[^`]*)$")
INLINE: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
VARIABLE: Final = re.compile(r"\bRETCON_[A-Z][A-Z_]*\b")
PATH: Final = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
SHELLS: Final = {"console", "bash", "sh", "shell"}
PLACEHOLDER: Final = re.compile(r"[<>…*{}$]|\.\.\.")


@dataclass(frozen=True)
class Block:
    """A fenced block: the words after its fence, and its lines from line `start` of the document on.

    A block of a console that is marked `test` is typed by the tests of whole sessions (`tests/e2e/test_readme.py`).
    """

    words: tuple[str, ...]
    start: int
    lines: tuple[str, ...]

    @property
    def language(self) -> str:
        """The first word, in lower case, or nothing."""
        return self.words[0].lower() if self.words else ""

    @property
    def tested(self) -> bool:
        """Whether the document says that this block can be typed as it stands, and answers what it shows."""
        return "test" in self.words[1:]

    @property
    def code(self) -> str:
        """The block's text; of a console, what is typed at its prompts, a line each."""
        if self.language != "console":
            return "\n".join(self.lines) + "\n"
        return "".join(f"{line}\n" for line, _ in self.typed())

    def typed(self) -> list[tuple[str, list[str]]]:
        """What is typed at a console's prompts, each with the lines that it answers as far as they are shown."""
        turns: list[tuple[str, list[str]]] = []
        for line in self.lines:
            if line.startswith("$ "):
                turns.append((line[2:], []))
            elif turns and not turns[-1][1] and turns[-1][0].endswith("\\"):
                turns[-1] = (turns[-1][0][:-1] + line.removeprefix("> "), [])
            elif turns:
                turns[-1][1].append(line)
        return turns


def split(document: str) -> tuple[list[Block], list[tuple[int, str]]]:
    """The fenced blocks, and the numbered lines between them."""
    blocks: list[Block] = []
    prose: list[tuple[int, str]] = []
    opened: tuple[str, tuple[str, ...], int] | None = None
    lines: list[str] = []
    for number, line in enumerate(document.splitlines(), start=1):
        fence = FENCE.match(line)
        if opened is None and fence:
            opened, lines = (fence[1], tuple(fence["info"].split()), number + 1), []
        elif opened is None:
            prose.append((number, line))
        elif line.strip() == opened[0]:
            blocks.append(Block(words=opened[1], start=opened[2], lines=tuple(lines)))
            opened = None
        else:
            lines.append(line)
    return blocks, prose


SLASH = "/retcon"
"""A slash command of Discord, which is no program."""


def commands(document: str) -> Iterator[tuple[int, list[str]]]:
    """Every call of `make` or `retcon`, in shell blocks and in code within sentences, as words by line."""
    blocks, prose = split(document)
    for block in blocks:
        if block.language in SHELLS:
            for line in block.code.replace("\\\n", " ").splitlines():
                yield from ((block.start, words) for words in _calls(line))
    for number, line in prose:
        for code in INLINE.findall(line):
            yield from ((number, words) for words in _calls(code))


def _calls(line: str) -> Iterator[list[str]]:
    """The calls among a line's simple commands, without the assignments before them."""
    try:
        words = list(_words(line))
    except ValueError:  # an unmatched quote: no command line
        return
    call: list[str] = []
    for word in [*words, ";"]:
        if set(word) <= set("|&;()") or word in {">", ">>", "<"}:
            if call and call[0] != SLASH and Path(call[0]).name in {"make", "retcon"} and len(call) > 1:
                yield [Path(call[0]).name, *call[1:]]
            call = []
        elif call or not re.match(r"\w+=", word):
            call.append(word)


def _words(line: str) -> Iterator[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;()")
    lexer.whitespace_split = True
    yield from lexer


def unknown_targets(document: str, makefile: str) -> Iterator[str]:
    """Calls of `make` for a target that the Makefile does not have."""
    targets = set(re.findall(r"^([a-z][\w-]*):", makefile, flags=re.MULTILINE))
    for number, (program, *words) in commands(document):
        for word in words:
            if program == "make" and not word.startswith("-") and "=" not in word and word not in targets:
                yield f"{number}: make has no target {word}"


def unknown_commands(document: str, retcon: click.Command) -> Iterator[str]:
    """Calls of `retcon` with a subcommand or an option that it does not have."""
    for number, (program, *words) in commands(document):
        if program == "retcon" and (fault := _fault(retcon, words)):
            yield f"{number}: {fault}"


def _fault(command: click.Command, words: Iterable[str]) -> str | None:
    rest = iter(words)
    for word in rest:
        if word.startswith("-") and len(word) > 1:
            name, assigned, _value = word.partition("=")
            option = _option(command, name)
            if option is None:
                return f"{command.name} has no option {name}"
            if not assigned and not option.is_flag and not option.count:
                next(rest, None)
        elif isinstance(command, click.Group) and not PLACEHOLDER.search(word):
            chosen = _chosen(command, word)
            if chosen is None:
                return f"{command.name} has no command {word}"
            command = chosen
    return None


def _chosen(group: click.Group, word: str) -> click.Command | None:
    """Return the command of a group that a word names, imported."""
    try:
        return group.resolve_command(click.Context(group), [word])[1]
    except click.UsageError:
        return None


def _option(command: click.Command, name: str) -> click.Option | None:
    for parameter in command.get_params(click.Context(command)):
        if isinstance(parameter, click.Option) and name in [*parameter.opts, *parameter.secondary_opts]:
            return parameter
    return None


def variables(document: str) -> set[str]:
    """The settings a document names."""
    return set(VARIABLE.findall(document))


def missing_paths(document: str, folder: Path, root: Path) -> Iterator[str]:
    """Links that lead nowhere, and paths in code that look like the project's own and are not there.

    Links start at the document's folder, paths in code there or at the project's root.
    """
    top = {path.name for path in root.iterdir()}
    for number, line in split(document)[1]:
        for target in LINK.findall(INLINE.sub("", line)):
            path = target.partition("#")[0]
            if path and "://" not in path and not path.startswith("mailto:") and not (folder / path).exists():
                yield f"{number}: the link to {path} leads nowhere"
        for code in INLINE.findall(line):
            ours = PATH.fullmatch(code) and "/" in code and code.partition("/")[0] in top
            if ours and not (root / code).exists() and not (folder / code).exists():
                yield f"{number}: there is no {code}"


def unreadable_code(document: str) -> Iterator[str]:
    """Python blocks that are no Python."""
    for block in split(document)[0]:
        if block.language == "python":
            try:
                ast.parse(block.code)
            except SyntaxError as error:
                yield f"{block.start}: {error.msg} in line {error.lineno} of the block"
