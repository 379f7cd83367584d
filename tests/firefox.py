"""A page in Firefox, without a driver: over the socket that it opens for remote control (WebDriver BiDi)."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile

PATIENCE = 1800.0  # seconds that an answer may take


def system() -> str | None:
    """The system's Firefox."""
    return next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)


class Page:
    """A tab: `open` an address, `value` of an expression, which may be a promise of text or numbers."""

    def __init__(self, socket):
        self._socket, self._sent = socket, 0
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method, **params):
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._sent:
                break
        if answer["type"] == "error":
            raise RuntimeError(f"Firefox says: {answer['message']}")
        return answer["result"]

    def open(self, address):
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def value(self, expression):
        answer = self._ask("script.evaluate", expression=expression, target={"context": self._tab}, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(f"the page says: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")


@contextlib.contextmanager
def launched():
    """A `Page`. Raises FileNotFoundError where there is no Firefox, ImportError without websocket-client."""
    import websocket

    if system() is None:
        raise FileNotFoundError("Firefox is not installed: apt-get install firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = subprocess.Popen(
            [system(), "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            found = next(filter(None, (re.search(r"ws://\S+", line) for line in browser.stderr)))
            socket = websocket.create_connection(f"{found[0]}/session", timeout=PATIENCE, suppress_origin=True)
            yield Page(socket)
            socket.close()
        finally:
            browser.terminate()
            browser.wait()
