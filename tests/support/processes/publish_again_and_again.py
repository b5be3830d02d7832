"""Publish one version of a site after the other, each with other pages: SITE."""

import sys
from itertools import count
from pathlib import Path

from runner.app.publish import publish

root = Path(sys.argv[1])
print("ready", flush=True)
for version in count():
    content = b"%d " % version * 2000
    pages = {f"p/{number}.html": content for number in range(version % 7, version % 7 + 40)}
    publish(pages | {"version.js": content}, root)
