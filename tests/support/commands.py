"""Commands of Runner, run in this process."""

from typing import Any

from click.testing import CliRunner, Result

from runner.cli import main


def ran(*words: object, **more: Any) -> Result:
    return CliRunner().invoke(main, [str(each) for each in words], **more)


def run(*words: object, code: int = 0, **more: Any) -> str:
    """Run a command that must end with the code and not by an exception; return what it printed."""
    done = ran(*words, **more)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == code, done.output
    return done.output
