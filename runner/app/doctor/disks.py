"""On what kind of disk a folder lies."""

import ctypes
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_SHARES = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "9p", "fuse.sshfs", "fuse.rclone",
     "fuse.davfs", "davfs", "vboxsf", "virtiofs", "prl_fs", "fuse.vmhgfs-fuse"}
)  # fmt: skip
_SIMPLE = frozenset({"vfat", "msdos", "exfat", "fat", "fat32", "fuseblk.exfat"})
_MEMORY = frozenset({"tmpfs", "ramfs"})
_MOUNTINFO = Path("/proc/self/mountinfo")
_OF_MACOS = re.compile(r"^.+ on (?P<on>/.*) \((?P<kind>\w+)(?P<options>.*)\)$", re.MULTILINE)
_REMOTE = 4  # DRIVE_REMOTE


@dataclass(frozen=True, slots=True)
class Disk:
    """What a system calls the kind of disk, and whether it can only be read; "" for unknown."""

    kind: str = ""
    read_only: bool = False
    share: bool = False

    @property
    def vanishes(self) -> bool:
        """Whether it is gone when the computer is turned off."""
        return self.kind in _MEMORY

    @property
    def words(self) -> str:
        """ "a network share (cifs)"."""
        kind = self.kind.lower()
        if not kind:
            return "a disk of unknown kind"
        if self.share or kind in _SHARES:
            return f"a network share ({self.kind})"
        if kind in _SIMPLE:
            return f"a stick or card ({self.kind})"
        return f"the computer’s memory ({kind})" if self.vanishes else f"a disk ({self.kind})"


def disk_of(folder: Path) -> Disk:
    """The disk of a real folder."""
    if sys.platform == "win32":
        return _of_windows(folder)
    if sys.platform == "darwin":
        return _of_macos(folder)
    try:
        return mounted(folder, _MOUNTINFO.read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        return Disk()


def mounted(folder: Path, mountinfo: str) -> Disk:
    """By what Linux lists: of the places that the folder lies in the innermost, and of several on
    top of one another the last."""
    best, found = -1, Disk()
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        fields, kind = before.split(" "), after.split(" ")[0]
        if len(fields) < 6:
            continue
        on = Path(re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), fields[4]))
        if folder.is_relative_to(on) and len(on.parts) >= best:
            options = {*fields[5].split(","), *after.split(" ")[-1].split(",")}
            best, found = len(on.parts), Disk(kind, "ro" in options)
    return found


def _of_macos(folder: Path) -> Disk:
    try:
        said = subprocess.run(
            ["/sbin/mount"], capture_output=True, timeout=1, check=False
        ).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired):
        return Disk()
    places = [each for each in _OF_MACOS.finditer(said) if folder.is_relative_to(each["on"])]
    if not places:
        return Disk()
    inner = max(places, key=lambda each: len(each["on"]))
    return Disk(inner["kind"], "read-only" in inner["options"])


def _of_windows(folder: Path) -> Disk:
    if sys.platform != "win32":
        return Disk()
    root, name = folder.anchor, ctypes.create_unicode_buffer(64)
    flags = ctypes.c_ulong()
    kernel = ctypes.windll.kernel32
    share = kernel.GetDriveTypeW(root) == _REMOTE
    if not kernel.GetVolumeInformationW(
        root, None, 0, None, None, ctypes.byref(flags), name, len(name)
    ):
        return Disk("unknown" if share else "", share=share)
    return Disk(name.value, bool(flags.value & 0x80000), share)
