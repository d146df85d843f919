"""The way out: whom a connection trusts, the proxies of the environment, and redirects that never leave https."""

import hashlib
import ssl
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx
import pytest
import trustme
import truststore
from cryptography import x509

from biofacts.adapters.http.base_client import translated
from biofacts.adapters.http.transport import network as transport_network
from biofacts.adapters.http.transport.network import NetworkTransport, RedirectTransport
from biofacts.composition.settings import Settings
from biofacts.domain.answers.errors import UpstreamError
from tests.tls import PATIENCE, connect_proxy, tls_upstream

VARIABLES = "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def upstream(authority: trustme.CA) -> Generator[str]:
    with tls_upstream(authority) as address:
        yield address


@pytest.fixture
def trusted(authority: trustme.CA, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))


@asynccontextmanager
async def network() -> AsyncGenerator[httpx.AsyncClient]:
    with anyio.fail_after(PATIENCE):
        async with httpx.AsyncClient(transport=NetworkTransport(), trust_env=False) as client:
            yield client


async def get(address: str) -> str:
    async with network() as client:
        return (await client.get(address)).text


def hashed_name(authority: trustme.CA) -> str:
    """What OpenSSL calls the file: of SHA-1 of the subject in small letters, less its header; 4 bytes, turned round."""
    subject = x509.load_pem_x509_certificate(authority.cert_pem.bytes()).subject
    canonical = subject.public_bytes()[2:]
    for value in (str(one.value) for one in subject):
        canonical = canonical.replace(value.encode(), value.lower().encode())
    return hashlib.sha1(canonical, usedforsecurity=False).digest()[3::-1].hex()


# Whom a connection trusts


@pytest.mark.usefixtures("trusted")
async def test_a_company_s_own_certificate_is_trusted_when_the_environment_names_its_file(upstream: str) -> None:
    assert await get(upstream) == "here"


async def test_a_company_s_own_certificate_is_trusted_when_it_is_in_a_folder(
    upstream: str, authority: trustme.CA, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / f"{hashed_name(authority)}.0"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))

    assert await get(upstream) == "here"


async def test_an_unknown_certificate_is_refused(upstream: str) -> None:
    with pytest.raises(UpstreamError) as refused, translated("X"):
        await get(upstream)

    assert refused.value.message.startswith("X cannot be trusted: the certificate of localhost does not verify (")
    assert "SSL_CERT_FILE" in refused.value.hint


async def test_without_a_word_the_system_is_trusted() -> None:
    assert isinstance(transport_network.certificates(), truststore.SSLContext)


async def test_a_system_without_certificates_trusts_those_that_come_with_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport_network, "_PLACES", ())
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: ssl.DefaultVerifyPaths("", "", "", "", "", ""))
    monkeypatch.setattr("sys.platform", "linux")
    transport_network.trusting.cache_clear()
    try:
        found = transport_network.certificates()
    finally:
        transport_network.trusting.cache_clear()

    assert not isinstance(found, truststore.SSLContext)
    assert found.get_ca_certs()


@pytest.mark.parametrize(("place", "is_trusted"), [("ca.pem", True), ("full", True), ("empty", False), ("none", False)])
def test_a_system_is_trusted_that_has_a_certificate_in_a_usual_place(
    place: str, is_trusted: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for folder in ("full", "empty"):
        (tmp_path / folder).mkdir()
    for file in ("ca.pem", "full/ca.pem"):
        (tmp_path / file).touch()
    monkeypatch.setattr(transport_network, "_PLACES", (str(tmp_path / place),))
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: ssl.DefaultVerifyPaths("", "", "", "", "", ""))
    monkeypatch.setattr("sys.platform", "linux")

    assert isinstance(transport_network.trusting.__wrapped__(None, None), truststore.SSLContext) is is_trusted


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
async def test_certificates_that_are_not_there_are_told(
    variable: str, upstream: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "nowhere"))

    with (
        pytest.raises(UpstreamError, match=r"^X .*the certificates set in the environment cannot be used"),
        translated("X"),
    ):
        await get(upstream)

    assert "the environment's proxy or certificates cannot be used: " in caplog.text


# Proxies


@pytest.mark.usefixtures("trusted")
@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("scheme", ["http://", ""])
async def test_a_proxy_of_the_environment_is_used(
    variable: str, scheme: str, upstream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect_proxy() as proxy:
        monkeypatch.setenv(variable, f"{scheme}{proxy.address}")

        assert await get(upstream) == "here"
    assert proxy.asked == [upstream.removeprefix("https://").rstrip("/")]


@pytest.mark.usefixtures("trusted")
async def test_a_host_that_needs_no_proxy_is_reached_without(upstream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect_proxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://{proxy.address}")
        monkeypatch.setenv("NO_PROXY", "example.org,localhost")

        assert await get(upstream) == "here"
    assert proxy.asked == []


@pytest.mark.usefixtures("trusted")
async def test_a_proxy_that_refuses_is_told(upstream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with connect_proxy(refuses=True) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", f"http://{proxy.address}")

        with (
            pytest.raises(UpstreamError, match=r"^X .*the proxy set in the environment does not let requests"),
            translated("X"),
        ):
            await get(upstream)


@pytest.mark.parametrize("proxy", ["gopher://127.0.0.1:1", "socks5://127.0.0.1:1"])
async def test_a_proxy_that_cannot_be_used_is_told(proxy: str, upstream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", proxy)

    with pytest.raises(UpstreamError, match=r"^X .*the proxy or the certificates"), translated("X"):
        await get(upstream)


# Redirects


@pytest.mark.parametrize(
    ("asked", "location", "followed"),
    [
        ("https://a.test/x", "http://b.test/y", "https://b.test/y"),
        ("https://a.test/x", "http://b.test:80/y", "https://b.test/y"),
        ("https://a.test/x", "https://b.test/y", "https://b.test/y"),
        ("https://a.test/x", "/y", "https://a.test/y"),
        ("http://a.test/x", "https://a.test/y", "https://a.test/y"),
        ("http://a.test/x", "/x/", "http://a.test/x/"),
        ("http://a.test:8080/x", "http://a.test:9090/y", "http://a.test:9090/y"),
    ],
)
async def test_a_redirect_on_the_same_host_or_from_https_to_https_is_followed(
    asked: str, location: str, followed: str
) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(str(request.url))
        return httpx.Response(302, headers={"Location": location}) if len(seen) == 1 else httpx.Response(200)

    transport = RedirectTransport(httpx.MockTransport(answer))
    async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
        await client.get(asked)

    assert seen == [asked, followed]


@pytest.mark.parametrize(
    ("asked", "location", "named"),
    [
        ("http://a.test/x", "http://b.test/y", "b.test"),
        ("http://a.test/x", "https://b.test/y", "b.test"),
        ("http://a.test/x", "http://169.254.169.254/latest", "169.254.169.254"),
        ("https://a.test/x", "file:///etc/passwd", "file"),
        ("https://a.test/x", "gopher://b.test/", "b.test"),
    ],
)
async def test_any_other_redirect_is_refused_by_name(asked: str, location: str, named: str) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(str(request.url))
        return httpx.Response(302, headers={"Location": location})

    transport = RedirectTransport(httpx.MockTransport(answer))
    async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
        with pytest.raises(UpstreamError) as refused, translated("X"):
            await client.get(asked)

    assert seen == [asked]
    assert refused.value.message == f"X cannot be used: it redirects to {named}, which is not followed."


async def test_a_circle_of_redirects_ends() -> None:
    transport = RedirectTransport(httpx.MockTransport(lambda _: httpx.Response(301, headers={"Location": "/x/"})))
    async with httpx.AsyncClient(transport=transport, follow_redirects=True) as client:
        with pytest.raises(UpstreamError, match=r"^X .*redirect to one another"), translated("X"):
            await client.get("https://a.test/x")


def test_every_address_is_https() -> None:
    settings = Settings()
    addresses = {name: getattr(settings, name) for name in settings.__struct_fields__ if name.endswith("_url")}

    assert {name for name, address in addresses.items() if address and not address.startswith("https://")} == set()
