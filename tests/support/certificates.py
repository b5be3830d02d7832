"""Certificates for a server of this computer, and the authority that signs them."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.ports import LOCAL

_DAY = timedelta(days=1)


class Authority:
    """It writes its own certificate, `file`, into a folder, for programs that are to trust it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "authority.pem"
        self._key = ec.generate_private_key(ec.SECP256R1())
        made = self._made("Authority", self._key, timedelta(), authority=True)
        self.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))

    def certify(self, file: Path, begins: timedelta = timedelta()) -> None:
        """Write a certificate for this computer and its key into a file; it `begins` later."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = self._made("Server", key, begins, authority=False)
        pem = serialization.Encoding.PEM
        plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        file.write_bytes(made.public_bytes(pem) + key.private_bytes(pem, *plain))

    def _made(
        self, name: str, key: ec.EllipticCurvePrivateKey, begins: timedelta, *, authority: bool
    ) -> x509.Certificate:
        now = datetime.now(UTC) + begins
        who = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, each)])
               for each in (name, "Authority")]  # fmt: skip
        here = x509.SubjectAlternativeName([x509.IPAddress(ip_address(LOCAL))])
        return (
            x509.CertificateBuilder(who[1], who[0], key.public_key(), x509.random_serial_number())
            .not_valid_before(now - _DAY)
            .not_valid_after(now + _DAY)
            .add_extension(x509.BasicConstraints(authority, None), critical=True)
            .add_extension(here, critical=False)
            .sign(self._key, hashes.SHA256())
        )
