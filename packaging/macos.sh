#!/usr/bin/env bash
# Builds the standalone program of macOS into dist/runner. It has never been run: nobody who works on
# Runner had a Mac at hand. It needs Python 3.11 or newer (python.org or Homebrew) and Homebrew's Pango.
#
# The program is not signed: whoever gets it must allow it once, see docs/install.md.
set -euo pipefail
cd "$(dirname "$0")/.."

brew list pango >/dev/null 2>&1 || brew install pango
exec packaging/linux.sh  # the same from here on: packaging/runner.spec knows where Homebrew puts Pango
