"""Ceph's radosgw, a server of S3, on a cluster of one monitor and one store in memory."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import boto3
import pytest

from tests.support import hosts
from tests.support.hosts import Host
from tests.support.ports import LOCAL, free_port, listens
from tests.support.waiting import until

_CONFIGURATION = """
[global]
fsid = {id}
mon host = v1:{host}:{monitor}
ms bind msgr2 = false
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd objectstore = memstore
osd class load list = *
osd class default list = *
mon max pg per osd = 1000
run dir = {root}
admin socket = {root}/$name.asok
pid file = {root}/$name.pid
log file = {root}/$name.log
mon data = {root}/monitor
osd data = {root}/store
rgw data = {root}/gateway
rgw frontends = beast endpoint={host}:{gateway}
"""
_KEY = "key"


@contextmanager
def ceph(root: Path) -> Iterator[Host]:
    """A bucket of it that everybody may read."""
    if not all(map(shutil.which, ("ceph", "ceph-mon", "ceph-osd", "radosgw"))):
        pytest.skip("Ceph is not installed")
    place, made = root / "ceph", {"id": uuid4(), "monitor": free_port(), "gateway": free_port()}
    for name in ("monitor", "store", "gateway"):
        (place / name).mkdir(parents=True)
    configuration = _CONFIGURATION.format(host=LOCAL, root=place, **made)
    (place / "ceph.conf").write_text(configuration)
    with ExitStack() as running:
        _cluster(place, str(made["id"]), f"[v1:{LOCAL}:{made['monitor']}]", running)
        _run(place, "radosgw-admin", "user", "create", "--uid=runner", "--display-name=Runner",
             f"--access-key={_KEY}", f"--secret-key={hosts.SECRET}")  # fmt: skip
        _start(place, running, "radosgw", "-n", "client.gateway")
        port = int(str(made["gateway"]))
        until(lambda: listens(port), "the gateway")
        address = f"http://{LOCAL}:{port}"
        _bucket(address)
        to, pages = f"s3://pages/friday?endpoint={address}", f"{address}/pages/friday"
        yield Host(to, lambda name: hosts.fetched(f"{pages}/{name}"), f"{_KEY}:{hosts.SECRET}",
                   port, pages=pages)  # fmt: skip


def _cluster(place: Path, cluster: str, monitor: str, running: ExitStack) -> None:
    _run(place, "monmaptool", "--create", "--fsid", cluster, "--addv", "a", monitor, "map")
    _run(place, "ceph-mon", "--mkfs", "-i", "a", "--monmap", "map")
    _start(place, running, "ceph-mon", "-i", "a")
    _run(place, "ceph-osd", "-i", "0", "--mkfs")
    _run(place, "ceph", "osd", "new", (place / "store" / "fsid").read_text().strip(), "0")
    _start(place, running, "ceph-osd", "-i", "0")
    until(lambda: "1 up" in _run(place, "ceph", "osd", "stat"), "the store")


def _bucket(address: str) -> None:
    client = boto3.client("s3", endpoint_url=address, region_name="us-east-1",
                          aws_access_key_id=_KEY, aws_secret_access_key=hosts.SECRET)  # fmt: skip
    client.create_bucket(Bucket="pages")
    client.put_bucket_policy(Bucket="pages", Policy=json.dumps(hosts.POLICY))


def _run(place: Path, *words: str) -> str:
    done = subprocess.run(words, cwd=place, env=_environment(place), check=True, timeout=120,
                          capture_output=True, text=True)  # fmt: skip
    return done.stdout


def _start(place: Path, running: ExitStack, *words: str) -> None:
    with (place / f"{words[0]}.txt").open("wb") as output:
        process = subprocess.Popen((*words, "-f"), cwd=place, env=_environment(place),
                                   stdout=output, stderr=output)  # fmt: skip
    running.callback(process.wait, 60)
    running.callback(process.kill)


def _environment(place: Path) -> dict[str, str]:
    return os.environ | {"CEPH_CONF": str(place / "ceph.conf")}
