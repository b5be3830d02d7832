"""The documents say what is true. UPDATE_DOCS=1 renews the parts that are made from the code."""

import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from runner.audit.questions import questions
from runner.cli import main
from runner.cli.group import COMMANDS, GROUPS, OLD_NAMES
from runner.interchange.event_in import event_from
from runner.rules.settings import SETTINGS
from tests.support import checklist

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
READMES = sorted((ROOT / "runner").glob("*/README.md"))
ARCHITECTURE = ROOT / "docs" / "architecture.md"
COMMANDS_MARK = "<!-- commands: made by tests/test_docs.py; run it with UPDATE_DOCS=1 to renew -->"
CHECKLIST_MARK = (
    "<!-- questions: made by tests/test_docs.py; run it with UPDATE_DOCS=1 to renew -->"
)
SETTINGS_MARK = "<!-- settings: made by tests/test_docs.py; run it with UPDATE_DOCS=1 to renew -->"


OLD = ("CHANGELOG.md",)
"""The documents that may mention former commands."""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8"))
    for target in targets:
        if not target.startswith("http"):
            assert (path.parent / target).exists(), target


@pytest.mark.thorough
def test_the_picture_of_the_architecture_shows_the_imports_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "docs" / "pictures")
    architecture = importlib.import_module("architecture")
    drawn = architecture.drawn()
    if "UPDATE_DOCS" in os.environ:
        architecture.PICTURE.write_text(drawn, encoding="utf-8")
    assert drawn == architecture.PICTURE.read_text(encoding="utf-8"), "make pictures draws it"
    layers = re.findall(r"^\| (\d+) \| (.+?) \|", ARCHITECTURE.read_text("utf-8"), re.MULTILINE)
    floors = architecture.layers()
    named = {(len(floors) - at, name) for at, floor in enumerate(floors) for name in floor}
    assert {(int(at), n) for at, names in layers for n in re.findall("`(.+?)`", names)} == named


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_named_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for word in re.findall(r"`runner ([a-z]+)", text):
        assert word in COMMANDS or (path.name in OLD and word in OLD_NAMES), word
    for target in re.findall(r"`make ([a-z]+)", text):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_option_named_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for command, words in re.findall(r"`runner ([a-z]+) ([^`]*)`", text):
        known = {
            option
            for parameter in command_named(command).params
            if isinstance(parameter, click.Option)
            for option in parameter.opts
        }
        assert set(re.findall(r"--[a-z-]+", words)) <= known, command


def test_every_measurement_has_a_command_that_is_there_and_most_are_run_by_make() -> None:
    text = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
    bench = (ROOT / "Makefile").read_text().split("\nbench:")[1].split("\n\n")[0]
    commands = re.findall(r"`(?:PYTHONPATH=\. )?python ((?:-m )?benchmarks[./][^`]*)`", text)
    for command in commands:
        file = command.removeprefix("-m ").split()[0].removesuffix(".py").replace(".", "/")
        assert (ROOT / f"{file}.py").exists(), command
        if not command.endswith((" others", " FOLDER")):
            arguments = command.split()[1:]
            lines = [line for line in bench.splitlines() if command.split()[0] in line]
            assert any(set(arguments) <= set(line.split()) for line in lines), command
    assert len(commands) > 12
    for path in re.findall(r"tests/[\w/]+\.py", text):
        assert (ROOT / path).exists(), path
    for section in re.split(r"^##+ ", text, flags=re.MULTILINE)[1:]:
        name, *body = section.split("\n", 1)
        assert not "".join(body).strip() or re.search("python|pytest|make ", section), name


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


@pytest.mark.parametrize("path", READMES, ids=lambda path: path.parent.name)
def test_every_file_in_the_readme_of_a_package_is_there(path: Path) -> None:
    named = re.findall(r"`([\w./]+(?:\.(?:py|js|html|toml)|/))`", path.read_text("utf-8"))
    rooms = ("runner", "templates", "tests", "docs")
    for name in named:
        bare = name.strip("./")
        places = (
            [ROOT.glob(bare), *((ROOT / room).rglob(bare) for room in rooms)] if bare else ["."]
        )
        assert any(map(list, places)), name


@pytest.mark.thorough
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
    renewed_or_held("open-format.md", SETTINGS_MARK, settings_table())


def renewed_or_held(name: str, mark: str, made: str) -> None:
    """The end of a document, from its mark on, is what is made from the code."""
    path = ROOT / "docs" / name
    text = path.read_text(encoding="utf-8")
    head = text[: text.index(mark) + len(mark)]
    expected = f"{head}\n\n{made}\n"
    if "UPDATE_DOCS" in os.environ:
        path.write_text(expected, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == expected, "UPDATE_DOCS=1 pytest tests/test_docs.py"


def test_the_checklist_is_that_of_the_code_with_what_programs_answered() -> None:
    renewed_or_held("checklist.md", CHECKLIST_MARK, checklist.tables())


def test_every_question_has_a_source_that_is_named_and_a_test_that_is_there() -> None:
    text = (ROOT / "docs" / "checklist.md").read_text(encoding="utf-8")
    assert f"{len(questions())} questions" in text
    for question in questions():
        assert bool(question.check) != bool(question.test), question.id
        assert any(f"| {each} |" in text for each in checklist.cited(question.source)), question.id
        if question.test:
            path, name = question.test.split("::")
            assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), question.id


def commands_list() -> str:
    """Every command as its --help has it."""
    made = []
    for group, name in ((title, name) for title, names in GROUPS.items() for name in names):
        command = command_named(name)
        context = click.Context(command, info_name=f"runner {name}", parent=None)
        made += [f"### {group}"] * (name == GROUPS[group][0])
        made += [f"#### {name}", f"`{' '.join([f'runner {name}', *usage(command, context)])}`"]
        text = "\n\n".join(filter(None, (command.help, command.epilog)))
        made += paragraphs(text)
        options = [each for each in command.params if isinstance(each, click.Option)]
        found = [each.get_help_record(context) for each in options]
        if rows := [f"| `{cell(words)}` | {cell(says)} |" for words, says in filter(None, found)]:
            made.append("\n".join(["| option | |", "| --- | --- |", *rows]))
    return "\n\n".join(made)


def cell(text: str) -> str:
    """A text in a table."""
    return text.replace("\n", " ").replace("|", "\\|")


def usage(command: click.Command, context: click.Context) -> list[str]:
    """What may stand behind it."""
    return command.collect_usage_pieces(context)


def paragraphs(text: str) -> list[str]:
    """Those of a help text; what is set in is left as it is."""
    found = inspect.cleandoc(text).replace("\b\n", "").split("\n\n")
    return [each if each.startswith("    ") else each.replace("\n", " ") for each in found]


def test_the_list_of_commands_is_that_of_the_code() -> None:
    renewed_or_held("commands.md", COMMANDS_MARK, commands_list())


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize(("typed", "found"), [
    ("buil", ["build"]), ("re", ["rehearse", "restore"]), ("build x --sl", ["--slips"]),
    ("rules mamt", ["mamtr", "mamtr-2023"]), ("help pa", ["pair"]),
])  # fmt: skip
def test_the_shell_finishes_words_as_the_document_says(
    typed: str, found: list[str], tmp_path: Path
) -> None:
    program = tmp_path / "runner"
    code = "from runner.cli import main; main(prog_name='runner')"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n')
    program.chmod(0o755)
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    (line,) = re.findall(r"`(eval .*bash_source.*)` \|", text)
    words = f"runner {typed}"
    script = f"""{line}
COMP_WORDS=({words}); COMP_CWORD={len(words.split()) - 1}
_runner_completion runner; printf '%s\\n' "${{COMPREPLY[@]}}" """
    said = subprocess.run(
        ["bash", "-c", script], capture_output=True, check=True, text=True,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
             "PYTHONPATH": str(ROOT)},
    ).stdout  # fmt: skip
    assert said.split() == found
