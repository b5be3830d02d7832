"""The documents say what is true. UPDATE_DOCS=1 renews the parts that are made from the code."""

import importlib
import json
import os
import re
from pathlib import Path

import click
import pytest

from runner.cli import main
from runner.cli.group import COMMANDS
from runner.interchange.event_in import event_from
from runner.rules.settings import SETTINGS

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
SETTINGS_MARK = "<!-- settings: made by tests/test_docs.py; run it with UPDATE_DOCS=1 to renew -->"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    for target in targets:
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_named_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for word in re.findall(r"`runner ([a-z]+)", text):
        assert word in COMMANDS, word
    for target in re.findall(r"`make ([a-z]+)", text):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target


def test_every_option_named_in_the_readme_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for command, words in re.findall(r"`runner ([a-z]+) ([^`]*)`", text):
        known = {
            option
            for parameter in command_named(command).params
            if isinstance(parameter, click.Option)
            for option in parameter.opts
        }
        assert set(re.findall(r"--[a-z-]+", words)) <= known, command


def test_every_command_explains_itself() -> None:
    for name, (_, says) in COMMANDS.items():
        command = command_named(name)
        assert command.help, name
        assert command.help.split("\n\n")[0].replace("\n", " ") == says
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.help:
                assert parameter.default is not None, f"{name} {parameter.name}"


def test_every_command_is_listed_under_the_file_that_has_it() -> None:
    for name, (module, _) in COMMANDS.items():
        callback = command_named(name).callback
        assert callback
        assert callback.__module__ == f"runner.cli.{module}", name
    for path in (ROOT / "runner/cli").glob("[a-z]*.py"):
        importlib.import_module(f"runner.cli.{path.stem}")
    assert main.commands.keys() == COMMANDS.keys()


def command_named(name: str) -> click.Command:
    command = main.get_command(click.Context(main), name)
    assert command, name
    return command


def test_every_path_in_contributing_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for path in re.findall(r"`((?:runner|templates|docs)/[^`]*)`", text):
        assert list(ROOT.glob(path.rstrip("/"))), path


def test_every_citation_leads_to_a_section() -> None:
    """The rules are cited by section, as in `docs/rules.md 4`, and other documents by name."""
    sections = set(re.findall(r"^## (\d+)\.", (ROOT / "docs/rules.md").read_text("utf-8"), re.M))
    assert sections == {str(number) for number in range(1, 11)}
    cited = set()
    for path in (each for room in ("runner", "tests", "benchmarks") for each in code(room)):
        for name, section in re.findall(r"([\w./-]+\.md)\b(?:\s+(\d+))?", path.read_text("utf-8")):
            if name.startswith("docs/"):
                assert (ROOT / name).exists(), f"{path}: {name}"
            if name.endswith("rules.md"):
                assert name == "docs/rules.md", f"{path}: {name}"
                assert section in sections, f"{path}: {name} {section}"
                cited.add(section)
    assert {"3", "4", "5"} <= cited


def code(room: str) -> list[Path]:
    return [each for each in (ROOT / room).rglob("*.py") if each.name != Path(__file__).name]


def test_the_example_of_the_open_format_can_be_imported() -> None:
    text = (ROOT / "docs/open-format.md").read_text(encoding="utf-8")
    example = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert example
    imported, problems = event_from(json.loads(example[1]))
    assert imported
    assert not problems


def settings_table() -> str:
    lines = ["| name | heading | what it is |", "| --- | --- | --- |"]
    for setting in SETTINGS:
        choices = f" ({', '.join(f'`{each}`' for each in setting.choices)})"
        lines.append(
            f"| `{setting.name}` | {setting.heading} | "
            f"{setting.help.rstrip('.')}{choices if setting.choices else ''} |"
        )
    return "\n".join(lines)


def test_the_table_of_settings_is_that_of_the_code() -> None:
    path = ROOT / "docs" / "open-format.md"
    text = path.read_text(encoding="utf-8")
    head = text[: text.index(SETTINGS_MARK) + len(SETTINGS_MARK)]
    expected = f"{head}\n\n{settings_table()}\n"
    if "UPDATE_DOCS" in os.environ:
        path.write_text(expected, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == expected
