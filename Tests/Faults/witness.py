"""A client that stays for a whole scenario."""

from __future__ import annotations

import json
import time
from typing import Callable

from panel import Panel
from service import PATIENCE, Client, Failure, Line, Run

WHOLE = ("begin", "update", "end", "cancel")
# The phases that a client may subscribe to while flickd runs without its configuration.
DECIDED = ("end", "cancel")


class Witness:
    """A client of the whole scenario; it connects again if it loses its connection, as every client should."""

    _injected_before = 0

    def __init__(self, run: Run) -> None:
        self.run = run
        self.panels: set[str] = set()
        # The lift delays in the last state, in µs.
        self.delays: dict[str, int] = {}
        self.client = self._connect()

    def _connect(self) -> Client:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.run.look()
            try:
                client = Client(self.run)
            except OSError:
                time.sleep(0.01)
                continue
            if self._is_greeted(client):
                return client
            client.close()
            self.run.lost("a client")
        raise Failure("no connection was greeted and subscribed")

    def _is_greeted(self, client: Client) -> bool:
        hello = client.next(PATIENCE)
        if hello is None and not client.is_over:
            raise Failure("a connection got neither hello nor bye")
        state = client.next(PATIENCE) if hello else None
        if not hello or not state:
            return False
        if (hello["type"], state["type"]) != ("hello", "state"):
            raise Failure(f"a connection began with {hello['type']} and {state['type']}")
        self.panels = {panel["panel_id"] for panel in state["panels"]}
        self.delays = {panel["panel_id"]: panel["lift_delay_us"] for panel in state["panels"]}
        if hello["level"] == "decisions":
            self.run.lost("all but decisions")
        client.phases = DECIDED if hello["level"] == "decisions" else WHOLE
        client.send(f'{{"id":1,"request":"subscribe","phases":{json.dumps(client.phases)}}}\n')
        while line := client.next(PATIENCE):
            self._note(line)
            if line["type"] == "reply":
                if not line["ok"]:
                    raise Failure(f"a subscription was refused: {line}")
                return True
        if not client.is_over:
            raise Failure("a request got no reply")
        return False

    def _note(self, line: Line) -> None:
        if line["type"] == "panel" and line["change"] == "added":
            self.panels.add(line["panel_id"])
        elif line["type"] == "panel" and line["change"] == "removed":
            self.panels.discard(line["panel_id"])

    def next(self, seconds: float = PATIENCE) -> Line | None:
        """The next line; a line of type `lost` if the witness had to connect again."""
        line = self.client.next(seconds)
        if line is None and self.client.is_over:
            self.client.close()
            self.run.look()
            self.run.lost("a client")
            self.client = self._connect()
            return {"type": "lost"}
        if line:
            self._note(line)
        return line

    def expect(self, what: str, is_it: Callable[[Line], bool], seconds: float = PATIENCE) -> Line:
        """Reads up to the line for which `is_it` is true, or up to a lost connection."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            line = self.next(left)
            if line and (is_it(line) or line["type"] == "lost"):
                return line
        raise Failure(f"waited {seconds:.0f} s for this: {what}")

    def expect_panels(self, *panels: Panel) -> None:
        """Reads until flickd serves exactly these panels."""
        wanted = {panel.identity for panel in panels}
        end = time.monotonic() + PATIENCE
        while self.panels != wanted:
            if time.monotonic() > end:
                raise Failure(f"flickd has the panels {sorted(self.panels)}, and not {sorted(wanted)}")
            self.next(0.05)

    def expect_panel(self, panel: Panel, change: str) -> None:
        """Reads until flickd serves a panel; if flickd may not read it, udev reports a change first, as the log advises."""

        def is_unreadable() -> bool:
            return any(f"{panel.node} {words}" in self.run.errors() for words in ("may not be read", "is forbidden"))

        end = time.monotonic() + PATIENCE
        while panel.identity not in self.panels and not is_unreadable():
            if time.monotonic() > end:
                raise Failure(f"flickd has the panels {sorted(self.panels)}, and not {panel.identity}")
            self.next(0.05)
        if panel.identity not in self.panels:
            self.run.lost("a panel until udev reports a change")
        self.run.cue(change)

    def expect_flick(self, panel: Panel) -> None:
        """Reads a swipe up to its end, or up to the line that declares its loss."""
        is_faulty = self.run.injected() > 0

        def is_end(line: Line) -> bool:
            is_swipe = line["type"] == "swipe" and line["panel_id"] == panel.identity
            is_removal = line["type"] == "panel" and line["panel_id"] == panel.identity and line["change"] == "removed"
            return is_removal or is_swipe and line["phase"] in ("end", "cancel")

        line = self.expect("the end of a swipe", is_end)
        if line.get("phase") == "end":
            decision = line["decision"]
            if (decision["kind"], decision["commit"], decision["direction"]) != ("flick", True, "right"):
                raise Failure(f"a flick to the right was decided as {decision}")
            return
        if is_faulty and self.run.injected() == self._injected_before:
            raise Failure(f"a swipe after the fault was lost: {line}")
        self.run.lost({"swipe": "a swipe", "panel": "a panel", "lost": "a client"}[line["type"]])
        # The stage still plays the rest of the flick, which flickd does not report.
        time.sleep(0.5)

    def flick(self, cue: str, panel: Panel) -> None:
        """Plays a flick to the right, and waits for the decision."""
        self._injected_before = self.run.injected()
        self.run.cue(cue)
        self.expect_flick(panel)

    def ask(self, request: str) -> Line:
        """The reply to a request; sends the request again if the connection is lost."""
        for _ in range(3):
            self.client.send(f'{{"id":7,"request":"{request}"}}\n')
            line = self.expect(f"the reply to {request}", lambda line: line["type"] == "reply")
            if line["type"] == "reply":
                return line
        raise Failure(f"three connections were lost over {request}")

    def expect_bye(self) -> None:
        """Reads up to the end of the connection."""
        while line := self.client.next(PATIENCE):
            if line["type"] == "bye":
                if line["reason"] != "shutdown":
                    raise Failure(f"the service stopped and printed {line}")
                return
        self.run.lost("a goodbye")
