#!/usr/bin/env bash
# Builds the standalone program of this system into dist/runner, in an environment of its own, so
# that nothing comes along but what Runner needs. `make standalone` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."

env=build/standalone/env
[ -x "$env/bin/python" ] || "${PYTHON:-python3}" -m venv "$env"
pip=("$env/bin/python" -m pip install --quiet --disable-pip-version-check)
"${pip[@]}" --require-hashes -r packaging/requirements/standalone.txt
"${pip[@]}" --no-deps --no-build-isolation .
"$env/bin/pyinstaller" --noconfirm --log-level ERROR \
  --distpath dist --workpath build/standalone/work packaging/runner.spec
dist/runner/runner --version
du -sh dist/runner
