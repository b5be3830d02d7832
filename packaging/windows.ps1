# Builds the standalone program of Windows into dist\runner. It has never been run: nobody who works on
# Runner had Windows at hand. It needs Python 3.11 or newer (python.org) and MSYS2 (msys2.org) in
# C:\msys64, which Pango comes from:
#
#   C:\msys64\usr\bin\pacman.exe -S --needed mingw-w64-ucrt-x86_64-pango
#
# The program is not signed: whoever gets it must allow it once, see docs/install.md.
$ErrorActionPreference = "Stop"
Set-Location (Join-Path $PSScriptRoot "..")

function Run($program) {
    & $program @args
    if ($LASTEXITCODE -ne 0) { throw "$program ended with $LASTEXITCODE" }
}

Run C:\msys64\usr\bin\pacman.exe -S --needed --noconfirm mingw-w64-ucrt-x86_64-pango
$env:PATH = "C:\msys64\ucrt64\bin;$env:PATH"
$home_of_tools = "build\standalone\env"
if (-not (Test-Path "$home_of_tools\Scripts\python.exe")) {
    Run py -3 -m venv $home_of_tools
}
Run "$home_of_tools\Scripts\python.exe" -m pip install --quiet `
    --require-hashes -r packaging\requirements\standalone.txt
Run "$home_of_tools\Scripts\python.exe" -m pip install --quiet --no-deps --no-build-isolation .
Run "$home_of_tools\Scripts\pyinstaller.exe" --noconfirm --log-level ERROR `
    --distpath dist --workpath build\standalone\work packaging\runner.spec
Run dist\runner\runner.exe --version
