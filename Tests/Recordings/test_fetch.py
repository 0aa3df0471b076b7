#!/usr/bin/env python3
"""Tests fetch.py with small repositories that the tests create."""

import fcntl
import gzip
import hashlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
FETCH = os.path.join(HERE, "fetch.py")
NAME = "somebody/panel recordings"
EVENTS = b"# a finger\nE: 1.000000 0000 0000 0\n"
HID = b"R: 1 05\n" + b"E: 0.000000 1 00\n" * 40
REVENT = (
    struct.pack("<I", 3)
    + b"".join(struct.pack("<I", 1) + name for name in (b"a", b"b", b"c"))
    + struct.pack("<IIIHHi", 2, 7, 999_990, 3, 57, -1)
    + struct.pack("<IIIHHi", 0, 7, 999_995, 1, 330, 1)
    + struct.pack("<IIIHHi", 2, 8, 15, 0, 0, 0)
)
CONVERTED = (
    b"# converted from the .revent of the same name: device index 2 only, time starts at 0\n"
    b"E: 0.000000 0003 0039 -1\nE: 0.000025 0000 0000 0\n"
)


def digest(content):
    """The SHA-256 of content."""
    return hashlib.sha256(content).hexdigest()


class Fetching(unittest.TestCase):
    """What fetch.py does with a repository of three files."""

    def setUp(self):
        self.scratch = tempfile.mkdtemp(prefix="flickd recordings ü ")
        self.addCleanup(shutil.rmtree, self.scratch)
        # No setting of this machine or its user may matter, such as another address for github.com.
        self.settings = os.path.join(self.scratch, "settings")
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.scratch,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": self.settings,
        }
        self.set_git(
            "[user]\nname = a\nemail = a@example.com\n[init]\ndefaultBranch = main\n[core]\nfsync = none\n"
        )
        self.mirrors = os.path.join(self.scratch, "mirrors")
        self.mirror = os.path.join(self.mirrors, NAME + ".git")
        self.folder = os.path.join(self.scratch, "material")
        self.commit = self.add_repository()
        self.manifest = {
            "repositories": {
                NAME: {"url": "https://example.invalid/" + NAME, "commit": self.commit, "licence": "CC0"}
            },
            "files": [
                self.entry("evdev/a.events", EVENTS, "touch screens/a.events"),
                self.entry("hidrec/b.hid.gz", HID, "b.hid"),
                self.entry("evdev/c.revent", REVENT, "c.revent"),
                {
                    "file": "evdev/c.events",
                    "sha256": digest(CONVERTED),
                    "make": "revent",
                    "from": {"file": "evdev/c.revent"},
                },
            ],
        }

    def set_git(self, text):
        """Adds to the configuration of git."""
        with open(self.settings, "a", encoding="utf-8") as file:
            file.write(text)

    def git(self, *words):
        """Runs git in the mirror."""
        run = subprocess.run(
            ["git", "-C", self.mirror, *words], env=self.environment, capture_output=True, check=True
        )
        return run.stdout.decode().strip()

    def add_repository(self):
        """Makes the repository; its newest commit no longer has the files. Returns the commit that has them."""
        os.makedirs(os.path.join(self.mirror, "touch screens"))
        self.git("init", "--quiet")
        for name, content in {"touch screens/a.events": EVENTS, "b.hid": HID, "c.revent": REVENT}.items():
            with open(os.path.join(self.mirror, name), "wb") as file:
                file.write(content)
        with open(os.path.join(self.mirror, "unwanted"), "wb") as file:
            file.write(os.urandom(3_000_000))
        self.git("add", ".")
        self.git("commit", "--quiet", "-m", "recordings")
        commit = self.git("rev-parse", "HEAD")
        self.git("rm", "--quiet", "-r", ".")
        self.git("commit", "--quiet", "-m", "nothing")
        return commit

    def entry(self, file, content, path):
        """A verbatim file of the manifest."""
        return {"file": file, "sha256": digest(content), "repository": NAME, "path": path}

    def command(self, *words):
        """The words that run fetch.py."""
        manifest = os.path.join(self.scratch, "manifest.json")
        with open(manifest, "w", encoding="utf-8") as file:
            json.dump(self.manifest, file)
        return [sys.executable, FETCH, "--manifest", manifest, *words]

    def fetch(self, *words, status=0, mirror=True, **environment):
        """Runs fetch.py; returns its summary and its other output."""
        words = [*(("--mirror", self.mirrors) if mirror else ()), "--json", *words, self.folder]
        run = subprocess.run(
            self.command(*words),
            env=self.environment | environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
        words = run.stderr.decode()
        self.assertEqual(run.returncode, status, words)
        self.assertNotIn("Traceback", words)
        return json.loads(run.stdout) if run.stdout else None, words

    def path(self, name):
        """Where a file is in the folder."""
        return os.path.join(self.folder, "recordings", name)

    def content(self, name):
        """The bytes of a file in the folder."""
        with open(self.path(name), "rb") as file:
            return file.read()

    def assert_complete(self):
        """All files are there with the right content, and nothing else is."""
        self.assertEqual(self.content("evdev/a.events"), EVENTS)
        self.assertEqual(gzip.decompress(self.content("hidrec/b.hid.gz")), HID)
        self.assertEqual(self.content("evdev/c.events"), CONVERTED)
        found = [name for _, _, names in os.walk(self.folder) for name in names]
        self.assertEqual(sorted(found), ["README.md", "a.events", "b.hid.gz", "c.events", "c.revent"])
        self.assertEqual(sorted(os.listdir(self.path("."))), ["README.md", "evdev", "hidrec"])

    def test_fetches_converts_and_compresses(self):
        summary, words = self.fetch()
        self.assert_complete()
        self.assertEqual(
            (summary["files"], summary["new"], summary["kept"], summary["missing"]), (4, 4, 0, [])
        )
        self.assertIn(f"1 of 1 repositories: {NAME}, paths: 3", words)
        self.assertIn("| CC0 |", self.content("README.md").decode())

    def test_fetches_only_the_files_it_needs_where_the_server_filters(self):
        self.set_git("[uploadpack]\nallowFilter = true\nallowAnySHA1InWant = true\n")
        trace = os.path.join(self.scratch, "trace")
        self.fetch(GIT_TRACE=trace)
        self.assert_complete()
        with open(trace, encoding="utf-8") as file:
            fetches = [line for line in file if "built-in: git fetch" in line]
        self.assertEqual(len(fetches), 2, fetches)

    def test_follows_git_settings_for_other_addresses(self):
        mirrors = self.mirrors.replace("\\", "/") + "/"
        self.set_git(f'[url "{mirrors}"]\ninsteadOf = https://example.invalid/\n')
        self.manifest["repositories"][NAME]["url"] += ".git"
        self.fetch(mirror=False)
        self.assert_complete()

    def test_falls_back_to_the_history_where_the_server_gives_no_single_commit(self):
        self.set_git("[protocol]\nversion = 0\n")
        self.fetch()
        self.assert_complete()

    def test_keeps_files_that_are_right(self):
        self.fetch()
        before = os.stat(self.path("evdev/a.events")).st_mtime_ns
        shutil.rmtree(self.mirrors)
        summary, _ = self.fetch()
        self.assertEqual((summary["kept"], summary["new"]), (4, 0))
        self.assertEqual(os.stat(self.path("evdev/a.events")).st_mtime_ns, before)

    def test_replaces_files_that_were_damaged(self):
        self.fetch()
        for name in ("evdev/a.events", "hidrec/b.hid.gz", "evdev/c.events"):
            with open(self.path(name), "r+b") as file:
                file.truncate(os.path.getsize(self.path(name)) - 3)
        summary, words = self.fetch()
        self.assert_complete()
        self.assertEqual((summary["kept"], summary["new"]), (1, 3))
        self.assertIn("evdev/a.events has other content", words)

    def test_never_keeps_a_file_with_a_wrong_hash(self):
        self.manifest["files"][0]["sha256"] = digest(b"another")
        summary, words = self.fetch(status=65)
        self.assertFalse(os.path.exists(self.path("evdev/a.events")))
        self.assertEqual(summary["missing"], ["evdev/a.events"])
        self.assertIn(
            f"FAILED evdev/a.events: its SHA-256 is {digest(EVENTS)}, expected {digest(b'another')}", words
        )
        self.assertEqual(self.content("evdev/c.events"), CONVERTED)

    def test_never_keeps_a_conversion_with_a_wrong_hash(self):
        self.manifest["files"][3]["sha256"] = digest(b"another")
        summary, _ = self.fetch(status=65)
        self.assertEqual(summary["missing"], ["evdev/c.events"])
        self.assertFalse(os.path.exists(self.path("evdev/c.events")))

    def test_reports_a_path_that_the_commit_does_not_have(self):
        self.manifest["files"][0]["path"] = "touch screens/none.events"
        summary, words = self.fetch(status=69)
        self.assertIn(
            f"FAILED {NAME}/touch screens/none.events: {self.mirror} has no such file at commit", words
        )
        self.assertIn("MISSING evdev/a.events", words)
        # One wrong path keeps back no other file.
        self.assertEqual(summary["missing"], ["evdev/a.events"])

    def test_reports_a_commit_that_is_gone(self):
        self.manifest["repositories"][NAME]["commit"] = "0123456789" * 4
        _, words = self.fetch(status=69)
        self.assertIn("commit " + "0123456789" * 4, words)

    def test_reports_a_repository_that_cannot_be_reached(self):
        other = "somebody/other"
        address = "https://127.0.0.1:1/" + other
        self.manifest["repositories"][other] = {"url": address, "commit": self.commit, "licence": "none"}
        self.manifest["files"].append(self.entry("evdev/d.events", EVENTS, "d") | {"repository": other})
        mirrors = self.mirrors + "/"
        self.set_git(f'[url "{mirrors}"]\ninsteadOf = https://example.invalid/\n')
        self.manifest["repositories"][NAME]["url"] += ".git"
        summary, words = self.fetch(status=69, mirror=False)
        self.assertIn(f"FAILED {other}: {address} cannot be reached", words)
        self.assertEqual(summary["missing"], ["evdev/d.events"])
        self.assertEqual(self.content("evdev/a.events"), EVENTS)

    def test_reports_a_missing_mirror_with_the_command_that_makes_it(self):
        shutil.rmtree(self.mirror)
        _, words = self.fetch(status=69)
        self.assertIn("next: git clone --mirror https://example.invalid/", words)
        self.assertIn("evdev/c.events: it is made from evdev/c.revent, which is missing", words)

    def test_goes_on_after_an_interruption(self):
        # A git that never ends simulates a slow network.
        programs = os.path.join(self.scratch, "programs")
        os.makedirs(programs)
        with open(os.path.join(programs, "git"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nexec sleep 60\n")
        os.chmod(os.path.join(programs, "git"), 0o755)
        environment = self.environment | {"PATH": programs + ":" + self.environment["PATH"]}
        command = self.command("--mirror", self.mirrors, self.folder)
        # Where these tests run in the background, SIGINT is ignored, and programs inherit that.
        listen = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
        options = dict(env=environment, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=listen)
        with subprocess.Popen(command, **options) as run:
            self.addCleanup(lambda: run.poll() is None and os.killpg(run.pid, signal.SIGKILL))
            while b"1 of 1 repositories" not in run.stderr.readline():
                pass
            time.sleep(0.2)
            os.killpg(run.pid, signal.SIGINT)
            words = run.communicate(timeout=30)[1].decode()
            self.assertEqual(run.returncode, 130, words)
        self.assertIn("interrupted", words)
        self.assertNotIn("Traceback", words)
        # A kill leaves no time to clean up.
        os.makedirs(self.path(".fetch-left"))
        self.fetch()
        self.assert_complete()

    def test_leaves_a_folder_to_the_run_that_fills_it(self):
        os.makedirs(self.path("."))
        folder = os.open(self.path("."), os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        _, words = self.fetch(status=75)
        self.assertIn("another run fills", words)

    def test_reports_a_folder_that_cannot_be_written(self):
        with open(self.folder, "w", encoding="utf-8") as file:
            file.write("a file where the folder should be")
        _, words = self.fetch(status=73)
        self.assertIn("cannot write", words)

    def test_lists_what_is_there(self):
        run = subprocess.run(
            self.command("--list", self.folder), env=self.environment, capture_output=True, check=True
        )
        self.assertEqual(run.stdout.decode().count("missing"), 4)
        self.assertFalse(os.path.exists(self.folder))

    def test_rejects_unknown_options(self):
        self.fetch("--nonsense", status=64)


if __name__ == "__main__":
    unittest.main()
