"""What the package index is told that depends on where the project lives.

Its home is told by RUNNER_HOME, which the release sets: https://HOST/OWNER/PROJECT. With it the
README's pictures and links lead there, as nobody has the files beside the page of an index; without
it, as in every other build, they stay as they are.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#)([^)]+)\)")


def absolute(readme: str, home: str, version: str) -> str:
    """The README with every picture and link leading to that version at the project's home."""

    def led(found: re.Match[str]) -> str:
        kind = "raw" if found[1] else "blob"
        return f"{found[1]}{found[2]}({home}/{kind}/v{version}/{found[3]})"

    return _LINK.sub(led, readme)


class Home(MetadataHookInterface):
    """Called by hatchling, the builder."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README and the project's addresses."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        home = os.environ.get("RUNNER_HOME", "").rstrip("/")
        if home:
            readme = absolute(readme, home, metadata["version"])
            metadata["urls"] = {
                "Homepage": home,
                "Documentation": f"{home}/blob/v{metadata['version']}/README.md",
                "Changelog": f"{home}/blob/v{metadata['version']}/CHANGELOG.md",
                "Issues": f"{home}/issues",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
