#!/usr/bin/env bash
# Renews the lock: packaging/requirements/*.txt, with the hashes of every file of every package, for
# all systems and Python 3.11 and newer. `make lock` runs it; uv resolves, from the package index.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=packaging/requirements
mkdir -p "$folder"

# lock NAME [OPTION ...]: one file; the requirements come from standard input.
lock() {
  "${UV:-uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
    --no-annotate --custom-compile-command "make lock" --output-file "$folder/$1.txt" "${@:2}" -
}

build=("hatchling>=1.26" "editables>=0.5")
printf '%s\n' "${build[@]}" | lock runtime pyproject.toml
echo | lock dev --extra dev --constraint "$folder/runtime.txt" pyproject.toml
printf '%s\n' "${build[@]}" "pyinstaller>=6.11,<7" \
  | lock standalone --extra publish --constraint "$folder/runtime.txt" pyproject.toml
printf '%s\n' build twine uv pipx | lock tools --constraint "$folder/dev.txt"
