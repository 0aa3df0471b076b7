"""Scenarios for a flickd whose calls fail, and what its clients must receive in each.

A scenario raises `Failure` for what no fault excuses: a hang, a gap in `seq`, a swipe without its end, a process that spins. It
notes declared losses, such as a connection that flickd closes; the table lists which fault causes which loss.
"""

from __future__ import annotations

import grp
import os
import pwd
import signal
import socket
import time
from pathlib import Path
from typing import Callable

from panel import NAME, Panel, Script, recording
from service import PATIENCE, Client, Failure, Run
from witness import Witness

FIRST, SECOND = Panel(5), Panel(6)
# Their replies fill the kernel's buffers, and stay below the 64 KiB at which flickd closes the connection.
SLOW_REQUESTS = 60
MOST_TURNS = 4000
# The lift delay of the first panel, learned in an earlier run, in µs.
REMEMBERED = 4000
MEMORY = f"version 1\npanel {FIRST.identity}\nname {NAME}\nids 0eef:0005\nlift_delay_us {REMEMBERED}\nend 1\n"


def stop(run: Run, witness: Witness, is_passed: bool = False) -> None:
    """Stops flickd; it must end in time and remove its files."""
    run.send(signal.SIGTERM)
    witness.expect_bye()
    code = run.ended()
    if code != 0:
        return
    # The service manager keeps its own socket.
    for left in (*([] if is_passed else [run.socket]), Path(f"{run.socket}.lock")):
        if left.exists():
            run.lost(f"the file {left.name}")


def remembers(run: Run, panel: Panel) -> None:
    """What flickd has learned of the panel is in its state directory."""
    file = run.state / "panels"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    if run.code == 0 and f"\npanel {panel.identity}\n" not in text:
        run.lost("the memory of panels")


def start(run: Run) -> None:
    """A start with the files of a killed service and what it had learned in place, a flick, the stop."""
    dead = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    dead.bind(str(run.socket))
    dead.close()
    Path(f"{run.socket}.lock").touch()
    drop_ins = run.folder / "conf.d"
    drop_ins.mkdir()
    owner, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
    accounts = f'owner = "{owner}"\ngroup = "{group}"\nmotion = ["{group}"]\n'
    run.config.write_text(f"[socket]\n{accounts}", encoding="utf-8")
    (drop_ins / "10.toml").write_text('[swipe]\ndistance = "30mm"\n', encoding="utf-8")
    run.state.mkdir()
    (run.state / "panels").write_text(MEMORY, encoding="utf-8")
    script = Script(run.folder)
    script.add(FIRST)
    script.open()
    script.cue("flick")
    script.flick(FIRST, 1)
    testbed = run.stage(script.write())
    environment = {"NOTIFY_SOCKET": str(run.manager.path)}
    run.start("--config", str(run.config), "--socket", str(run.socket), testbed=testbed, environment=environment)
    witness = Witness(run)
    run.wait(lambda: run.manager.count("READY=1"), "READY=1")
    witness.expect_panels(FIRST)
    witness.flick("flick", FIRST)
    if witness.delays.get(FIRST.identity) != REMEMBERED:
        run.lost("the memory of panels")
    stop(run, witness)


def live(run: Run) -> None:
    """Start, subscribe, swipe, plug, a slow reader, reload, unplug, stop."""
    run.config.write_text("", encoding="utf-8")
    script = Script(run.folder)
    script.add(FIRST)
    script.open()
    script.change("changed", FIRST)
    for contact, cue in enumerate(("first", "second"), 1):
        script.cue(cue)
        script.flick(FIRST, contact)
    script.cue("plug")
    script.add(SECOND)
    script.change("changed-too", SECOND)
    script.cue("third")
    script.flick(SECOND, 1)
    script.cue("unplug")
    script.unplug(SECOND)
    script.cue("last")
    script.flick(FIRST, 3)
    testbed = run.stage(script.write())
    environment = {"NOTIFY_SOCKET": str(run.manager.path), "WATCHDOG_USEC": "400000"}
    run.start("--config", str(run.config), "--socket", str(run.socket), testbed=testbed, environment=environment)
    witness = Witness(run)
    run.wait(lambda: run.manager.count("READY=1"), "READY=1")
    witness.expect_panel(FIRST, "changed")
    witness.expect_panels(FIRST)
    witness.flick("first", FIRST)
    witness.flick("second", FIRST)
    run.cue("plug")
    witness.expect_panel(SECOND, "changed-too")
    witness.expect_panels(FIRST, SECOND)
    witness.flick("third", SECOND)
    slow_reader(run, witness)
    reload(run)
    witness.expect_panels(FIRST, SECOND)
    run.cue("unplug")
    witness.expect_panels(FIRST)
    witness.flick("last", FIRST)
    signs = run.manager.count("WATCHDOG=1")
    run.wait(lambda: run.manager.count("WATCHDOG=1") > signs, "WATCHDOG=1")
    # Without its configuration flickd does not report this count.
    turns = witness.ask("stats").get("turns", 0)
    if turns > MOST_TURNS:
        raise Failure(f"flickd woke up {turns} times; at most {MOST_TURNS} are expected")
    stop(run, witness)
    remembers(run, FIRST)


def slow_reader(run: Run, witness: Witness) -> None:
    """A second client sends many requests and reads late: it receives every reply, or its connection ends."""
    for _ in range(3):
        try:
            client = Client(run)
        except OSError as error:
            raise Failure(f"a second client could not connect: {error}") from None
        client.send('{"id":2,"request":"stats"}\n' * SLOW_REQUESTS)
        for _ in range(4):
            witness.ask("ping")
        replies = 0
        while replies < SLOW_REQUESTS and (line := client.next(PATIENCE)):
            replies += line["type"] == "reply"
        if replies == SLOW_REQUESTS:
            client.close()
            return
        if not client.is_over:
            raise Failure(f"a slow reader got {replies} of {SLOW_REQUESTS} replies")
        client.close()
        run.lost("a client")
    raise Failure("three slow readers lost their connections")


def reload(run: Run) -> None:
    """SIGHUP: flickd applies the new settings, or logs that the old ones stay."""
    run.config.write_text('[swipe]\ndistance = "25mm"\n', encoding="utf-8")
    ready = run.manager.count("READY=1")
    run.send(signal.SIGHUP)
    run.wait(lambda: run.manager.count("READY=1") > ready, "READY=1 after a reload")
    if "the configuration was read again" in run.errors():
        return
    if "the settings stay the same" not in run.errors():
        raise Failure("a reload neither happened nor was refused")
    run.lost("a reload")


def passed(run: Run) -> None:
    """flickd gets its socket from the service manager, and plays the demo panel."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(run.socket))
    listener.listen()
    run.config.write_text("", encoding="utf-8")
    environment = {"NOTIFY_SOCKET": str(run.manager.path), "LISTEN_FDS": "1"}
    run.start("--config", str(run.config), "--demo", environment=environment, listener=listener)
    listener.close()
    witness = Witness(run)
    witness.expect("the end of a swipe", lambda line: line["type"] == "swipe" and line["phase"] == "end")
    stop(run, witness, is_passed=True)


def replay(run: Run) -> None:
    """flickd plays a recording, and ends after it."""
    run.config.write_text("", encoding="utf-8")
    file = run.folder / "flick.evemu"
    file.write_text(recording(), encoding="utf-8")
    run.start("--config", str(run.config), "--socket", str(run.socket), "--replay", str(file))
    client = run.wait(lambda: connected(run), "a connection")
    kinds = []
    while line := client.next(PATIENCE):
        kinds.append(line["type"])
    client.close()
    if kinds != ["hello", "state", "swipe", "bye"]:
        run.lost("a client")
    run.ended()


def connected(run: Run) -> Client | None:
    """A connection; None before flickd listens."""
    try:
        return Client(run)
    except OSError:
        return None


def check(run: Run) -> None:
    """flickd checks the configuration, and ends."""
    drop_ins = run.folder / "conf.d"
    drop_ins.mkdir()
    run.config.write_text('[swipe]\ndistance = "30mm"\n', encoding="utf-8")
    (drop_ins / "10.toml").write_text("", encoding="utf-8")
    run.start("--config", str(run.config), "--check")
    if run.ended() == 0 and "the configuration is good" not in run.output.read_text(encoding="utf-8"):
        run.lost("the output")


def own(run: Run) -> None:
    """A user's own flickd creates the folder of its socket."""
    runtime = run.folder / "user"
    runtime.mkdir()
    run.socket = runtime / "flickd" / "flickd.sock"
    run.config.write_text("", encoding="utf-8")
    run.start("--config", str(run.config), "--demo", environment={"XDG_RUNTIME_DIR": str(runtime)})
    stop(run, Witness(run))


def unread(run: Run) -> None:
    """flickd may not read the panel at first, and gets no messages of udev: it finds the panel when it looks again."""
    run.config.write_text("", encoding="utf-8")
    script = Script(run.folder)
    script.add(FIRST)
    script.open()
    script.cue("flick")
    script.flick(FIRST, 1)
    testbed = run.stage(script.write())
    environment = {"NOTIFY_SOCKET": str(run.manager.path)}
    run.start("--config", str(run.config), "--socket", str(run.socket), testbed=testbed, environment=environment)
    witness = Witness(run)
    witness.expect_panels(FIRST)
    witness.flick("flick", FIRST)
    stop(run, witness)


def scarce(run: Run) -> None:
    """flickd has no descriptor for its first client."""
    run.config.write_text("", encoding="utf-8")
    run.start("--config", str(run.config), "--socket", str(run.socket), "--demo")
    witness = Witness(run)
    witness.expect("the end of a swipe", lambda line: line["type"] == "swipe" and line["phase"] == "end")
    stop(run, witness)


# Calls that fail in every run of a scenario, once, besides the call under test.
STANDING: dict[str, list[tuple[str, str]]] = {
    "unread": [("open LivePanel.init", "EACCES"), ("socket (libudev) UdevMonitor.init", "EAFNOSUPPORT")],
    "scarce": [("accept4 UnixListener.accept", "EMFILE")],
}


def drought(run: Run) -> None:
    """For calls that always fail: flickd need not serve, but must not spin and must stop."""
    run.config.write_text("", encoding="utf-8")
    script = Script(run.folder)
    script.add(FIRST)
    script.open()
    script.cue("flick")
    script.flick(FIRST, 1)
    script.add(SECOND)
    testbed = run.stage(script.write())
    environment = {"NOTIFY_SOCKET": str(run.manager.path), "WATCHDOG_USEC": "400000"}
    run.start("--config", str(run.config), "--socket", str(run.socket), testbed=testbed, environment=environment)
    clients: list[Client] = []
    for step in range(12):
        time.sleep(0.1)
        run.look()
        if client := connected(run):
            client.send('{"id":1,"request":"stats"}\n' * SLOW_REQUESTS)
            clients.append(client)
        if step == 3:
            run.cue("flick")
        if step == 8:
            run.send(signal.SIGHUP)
    # The fault decides whether flickd notices.
    for client in clients:
        client.close()
    time.sleep(0.3)
    run.send(signal.SIGTERM)
    run.ended()


# A call site is tested in the first scenario that reaches it; the first one checks most.
SCENARIOS: dict[str, Callable[[Run], None]] = {
    scenario.__name__: scenario for scenario in (live, start, passed, unread, scarce, own, replay, check)
}
