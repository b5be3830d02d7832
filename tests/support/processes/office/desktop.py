"""LibreOffice's desktop over its pipe. Beside what runs under the Python of LibreOffice."""

import time

import uno


def context(pipe, patience=0.0):
    """The office that listens at a pipe, waited for so many seconds."""
    resolver = uno.getComponentContext().ServiceManager.createInstance(
        "com.sun.star.bridge.UnoUrlResolver"
    )
    until = time.monotonic() + patience
    while True:
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def desktop(office):
    return office.ServiceManager.createInstance("com.sun.star.frame.Desktop")
