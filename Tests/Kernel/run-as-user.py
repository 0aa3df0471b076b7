"""Follows flickd's advice to an ordinary user to the letter, as root of a guest: see run-as-user.sh, which boots the guest.

Arguments: the folder of flickd and flickctl, packaging/run.sh, and a scenario for `flickctl play`.
"""
import fcntl, os, pty, re, select, shlex, subprocess, sys, termios, time

PROGRAMS, USER, RUNTIME, TEMPORARY = "/run/dist", "anna", "/run/user/anna", "/run/tmp-anna"
ENVIRONMENT = {
    "PATH": f"/run/shim:{os.environ['PATH']}", "HOME": "/run/t", "LANG": "C.UTF-8", "TERM": "dumb",
    "XDG_RUNTIME_DIR": RUNTIME, "TMPDIR": TEMPORARY,
}
# A line that flickctl listen prints for a swipe to the left that flick.touch plays.
FLICK = r"\d s  (\S+ +)?← left +flick +commit "


def check(what, holds, seen=""):
    if not holds:
        sys.exit(f"FAILED  {what}\n" + "".join(f"        | {line}\n" for line in str(seen).splitlines()))
    print(f"ok      {what}", flush=True)


def as_root(*words):
    return subprocess.run(words, check=True, text=True, capture_output=True, env=ENVIRONMENT).stdout


def as_user(*words, groups="--init-groups"):
    """A new login, unless `groups` keeps the groups of an older one."""
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", groups, *words]


def run_as_user(*words, **options):
    return subprocess.run(as_user(*words, **options), text=True, capture_output=True, env=ENVIRONMENT)


def set_up(dist, script):
    """A writable /etc with a user, the programs in a folder of this user, and a sudo without a password."""
    for folder in "/run/etc", "/run/shim", PROGRAMS:
        os.makedirs(folder)
    # If the host's user is not root, some files are unreadable; none of them matters here.
    subprocess.run(["cp", "-a", "/etc/.", "/run/etc"], stderr=subprocess.DEVNULL)
    as_root("/bin/busybox", "mount", "--bind", "/run/etc", "/etc")
    for file in "shadow", "gshadow", "subuid", "subgid":
        open(f"/etc/{file}", "a").close()
    as_root("useradd", "--user-group", "--no-create-home", "--shell", "/bin/sh", USER)
    if not any(line.startswith("flick:") for line in open("/etc/group")):
        as_root("groupadd", "--system", "flick")
    as_root("install", "-d", "-o", USER, "-g", USER, "-m", "700", RUNTIME, TEMPORARY)
    as_root("install", f"{dist}/flickd", f"{dist}/flickctl", script, PROGRAMS)
    with open(f"{PROGRAMS}/makefile", "w") as makefile:
        makefile.write(f"run:\n\t@{PROGRAMS}/run.sh {PROGRAMS}\n")
    as_root("install", "-m", "4755", "/usr/bin/setpriv", "/run/shim/become")
    script_file("/run/shim/sudo", 'exec /run/shim/become --reuid=0 --regid=0 --clear-groups "$@"')
    if spoil := os.environ.get("FLICKD_SPOILT_ADVICE"):
        os.rename(f"{PROGRAMS}/flickctl", f"{PROGRAMS}/flickctl.real")
        quiet = 'case $1 in play | listen) exec "$0.real" "$@" ;; esac\n'
        spoilt = f'"$0.real" "$@" 2>&1 >&3 | sed {shlex.quote(spoil)} >&2'
        # A pipe, which ends with sed: the next output must not come before it.
        script_file(f"{PROGRAMS}/flickctl", f"{quiet}{{ {spoilt}; exit ${{PIPESTATUS[0]}}; }} 3>&1")


def script_file(path, text):
    with open(path, "w") as file:
        file.write(f"#!/bin/bash\n{text}\n")
    os.chmod(path, 0o755)


def follow(command):
    """Runs a command line that was printed for the user, to the letter, as that user in a shell."""
    done = run_as_user("sh", "-c", command)
    check(f"the advice works: {command}", done.returncode == 0, done.stderr)


class Panel:
    """A virtual touchscreen on which flick.touch is played again and again."""

    def __init__(self, scenario):
        words = [f"{PROGRAMS}/flickctl", "play", "--json", "--wait", "3s", "--repeat", "10000", scenario]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.node = re.search(r"/dev/input/event\d+", self.process.stdout.readline())[0]
        as_root("udevadm", "settle")

    def unplug(self):
        self.process.terminate()
        self.process.wait()
        as_root("udevadm", "settle")


class Run:
    """`make run` without its build, as the user: make in a terminal, or the script alone without one."""

    def __init__(self, in_terminal):
        words = as_user(*(["make", "-s", "-f", f"{PROGRAMS}/makefile"] if in_terminal else [f"{PROGRAMS}/run.sh", PROGRAMS]))
        self.text = ""
        self.output, inner = pty.openpty() if in_terminal else os.pipe()
        self.process = subprocess.Popen(
            words, stdin=inner if in_terminal else subprocess.DEVNULL, stdout=inner, stderr=inner, env=ENVIRONMENT,
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if in_terminal else None)
        os.close(inner)

    def read(self, pattern, what, seconds=30):
        """Reads until the pattern matches, and returns the match; consumes the output up to its end."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.text)):
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.output], [], [], left)[0]:
                check(f"{what} (/{pattern}/ within {seconds} s)", False, self.text)
            try:
                block = os.read(self.output, 65536)
            except OSError:  # a terminal of which the other end is closed
                block = b""
            if not block:
                check(f"{what} (/{pattern}/ before it ended with {self.process.wait()})", False, self.text)
            self.text += re.sub("\r|\x1b\\[[0-9;]*m", "", block.decode(errors="replace"))
        check(what, True)
        self.text = self.text[found.end():]
        return found

    def end(self, how):
        how()
        status = self.process.wait(30)
        check("it ends with 0", status == 0, status)
        user = os.stat(RUNTIME).st_uid
        left = [process for process in os.listdir("/proc") if process.isdigit() and os.stat(f"/proc/{process}").st_uid == user]
        check("no process is left", left == [], left)
        left = os.listdir(RUNTIME) + os.listdir(TEMPORARY)
        check("no file is left", left == [], left)


def status(**options):
    return run_as_user(f"{PROGRAMS}/flickctl", "status", **options)


def try_touchscreens(scenario):
    first = Panel(scenario)
    shown = run_as_user(f"{PROGRAMS}/flickctl", "devices")
    check("a touchscreen is closed to the user", shown.returncode == 77, shown.stderr)

    print("--- in a terminal, with a closed touchscreen")
    run = Run(in_terminal=True)
    command = run.read(rf"{first.node} may not be read by {USER}\. This command .*:\n +(.*)\n", "the command is printed")[1]
    run.read("plays its synthetic demo panel", "the demo is offered meanwhile")
    words = run.read(r"in another terminal: (export .*)\n", "and how others reach it")[1]
    decision = run.read(r"(.*)\d s  \S+ \w+ +(flick|drag) .*\n", "and decides")
    check("nothing is printed between", decision[1].strip(" 0123456789.") == "", decision[1])
    reached = run_as_user("sh", "-c", f"{words} && flickctl status --json")
    check("the words reach it", '"source":"demo"' in reached.stdout, reached.stderr)
    check("status finds it", '"source":"demo"' in run_as_user(f"{PROGRAMS}/flickctl", "status", "--json").stdout)
    follow(command)
    run.read(rf"Now flickd reads: {first.node}\.", "flickd turns to the touchscreen by itself", 5)
    run.read(FLICK, "whose swipe is shown")

    print("--- another is plugged in")
    second = Panel(scenario)
    command = run.read(rf"{second.node} may not be read by {USER}: `([^`]*)`", "flickd prints the command for it")[1]
    time.sleep(2)  # no person is faster
    follow(command)
    run.read(rf"Now flickd reads: {first.node}, {second.node}\.", "flickd turns to both", 5)
    run.read(FLICK, "whose swipes are shown")
    live = run_as_user(f"{PROGRAMS}/flickctl", "status", "--json").stdout
    check("both are read", live.count('"source":"live"') == 2, live)
    run.end(lambda: os.write(run.output, b"\x03"))

    print("--- without a terminal, with one closed and one open")
    second.unplug()
    second = Panel(scenario)
    run = Run(in_terminal=False)
    command = run.read(rf"{second.node} may not be read by {USER}\. .*:\n +(.*)\n", "what was unplugged is closed again")[1]
    run.read("Meanwhile flickd reads the other", "the other is read meanwhile")
    run.read(FLICK, "and its swipe is shown")
    follow(command)
    run.read(rf"Now flickd reads: {first.node}, {second.node}\.", "flickd turns to both", 5)
    run.end(run.process.terminate)

    print("--- without a terminal, and without a touchscreen at first")
    first.unplug()
    second.unplug()
    run = Run(in_terminal=False)
    run.read("No touchscreen here: flickd plays its synthetic demo panel", "the demo is played")
    first = Panel(scenario)
    command = run.read(rf"{first.node} may not be read by {USER}\. .*:\n +(.*)\n", "one that comes is announced")[1]
    follow(command)
    run.read(rf"Now flickd reads: {first.node}\.", "flickd reads it", 5)
    run.read(FLICK, "and its swipe is shown")
    run.end(run.process.terminate)
    first.unplug()


def try_status():
    print("--- flickctl status without a service, and with one of another group")
    none = status()
    check("it reports that there is none", none.returncode == 69 and "`make run`" in none.stderr, none.stderr)
    os.makedirs("/run/flickd")
    with open("/run/flickd.toml", "w") as settings:
        settings.write('[socket]\ngroup = "flick"\n')
    words = [f"{PROGRAMS}/flickd", "--demo", "--config", "/run/flickd.toml", "--socket", "/run/flickd/flickd.sock"]
    flickd = subprocess.Popen(words, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    while line := flickd.stderr.readline():
        if "listening" in line:
            break
    check("a service runs", line)
    refused = status()
    advice = re.search(r"join group flick with `(.*?)`, then log in again", refused.stderr)
    check("it prints how to be let in", refused.returncode == 77 and advice, refused.stderr)
    follow(advice[1])
    older = status(groups="--clear-groups")
    advice = re.search(r"since this session began: log in again(?:, or run `(newgrp flick)`)?", older.stderr)
    check("a session from before is sent to log in", older.returncode == 77 and advice, older.stderr)
    if advice[1]:
        words = as_user("sh", "-c", advice[1], groups="--clear-groups")
        inner = subprocess.run(words, input=f"{PROGRAMS}/flickctl status\n", text=True, capture_output=True, env=ENVIRONMENT)
        check("or opens a shell that is let in", "demo" in inner.stdout, inner.stdout + inner.stderr)
    newer = status()
    check("the next session is let in", newer.returncode == 0 and "demo" in newer.stdout, newer.stderr)
    flickd.terminate()
    flickd.wait()


dist, script, scenario = sys.argv[1:]
set_up(dist, script)
try_touchscreens(scenario)
try_status()
