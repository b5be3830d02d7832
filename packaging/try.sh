#!/usr/bin/env bash
# Tries the standalone program of Linux in a bare Debian root without Python, Pango or a font, by
# tests/days/test_standalone.py. `make standalone-test` runs it, after `make standalone`.
#
#   packaging/try.sh           makes the root, tries everything, throws it away
#   packaging/try.sh FOLDER    keeps the root for another run
#
# Exit code 3: it cannot be done here (no root, no debootstrap, no way to its packages, no mounts).
set -euo pipefail
cd "$(dirname "$0")/.."

cannot() { echo "No bare root here: $1."; exit 3; }

[ "$(id -u)" -eq 0 ] || cannot "it takes root"
if [ "${RUNNER_BARE:-}" != inside ]; then
  [ -x dist/runner/runner ] || cannot "make standalone comes first"
  command -v debootstrap >/dev/null \
    || { apt-get update && apt-get install -y --no-install-recommends debootstrap; } >/dev/null 2>&1 </dev/null \
    || cannot "debootstrap is missing"
  unshare --mount --pid --fork true 2>/dev/null || cannot "it may not mount"
  if [ $# -eq 0 ]; then
    set -- "$(mktemp -d)"
    trap 'rm -rf "$1" "$1.log"' EXIT
  fi
  RUNNER_BARE=inside unshare --mount --pid --fork --kill-child "$PWD/packaging/try.sh" "$@"
  exit
fi
mount --make-rprivate / || cannot "it may not mount"

root=$1
if [ ! -x "$root/bin/sh" ]; then
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null \
    | sed -nE 's/^(URIs:|deb( \[[^]]*\])?) *([^ ]+).*/\3/p' | grep -v security | head -n 1 || true)
  debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian}" >"$root.log" 2>&1 \
    || { tail "$root.log"; cannot "debootstrap fails"; }
fi
# Debian's base has zones of time and, for its own programs, Perl: neither is to help.
rm -rf "$root"/usr/share/{fonts,fontconfig,zoneinfo} "$root"/etc/fonts "$root"/usr/bin/perl* "$root"/work "$root"/opt/runner
mkdir -p "$root/work" "$root/opt"
cp -a dist/runner "$root/opt/runner"
{ mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && mount -t tmpfs tmpfs "$root/tmp"; } \
  || cannot "it may not mount"
mount -t proc proc /proc || cannot "it may not mount"

RUNNER_BARE_ROOT=$root "${PYTEST:-.venv/bin/pytest}" -p no:cacheprovider tests/days/test_standalone.py
