"""What the runner of stages reads, prints and returns."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from results import EventStream, read_lines  # noqa: E402
from selection import SETS, chosen, is_untouched  # noqa: E402
from stages import LONG, STAGES, WORKSHOP  # noqa: E402

RUN = Path(__file__).resolve().parent / "run.py"


def record(kind: str, test: str, *texts: str) -> str:
    """A line of swift-testing's stream of events."""
    messages = [{"symbol": "default", "text": text} for text in texts]
    return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": test, "messages": messages}}) + "\n"


def function(test: str, kind: str = "function") -> str:
    """The line that announces a test."""
    return json.dumps({"kind": "test", "payload": {"id": test, "kind": kind}}) + "\n"


class AnEventStream(unittest.TestCase):
    """EventStream"""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "events"

    def test_counts_functions_and_no_suites(self) -> None:
        one, two, three = "M.`S`/`a b`()/F.swift:1:2", "M.`S`/`c`()/F.swift:5:2", "M.`S`/`d`()/F.swift:9:2"
        self.path.write_text(
            function("M.`S`", "suite")
            + function(one)
            + function(two)
            + function(three)
            + record("issueRecorded", two, "Expectation failed: 1 == 2")
            + record("testEnded", one)
            + record("testEnded", two)
            + record("testSkipped", three, 'Test "d" skipped: "needs root"')
            + record("testEnded", "M.`S`")
        )
        results = EventStream(self.path).read()
        self.assertEqual((results.passed, results.total, results.skipped), (1, 3, ["needs root"]))
        self.assertEqual(results.failed, {"M.`S`/`c`()": ["Expectation failed: 1 == 2"]})

    def test_waits_for_the_end_of_a_line(self) -> None:
        line = function("M.a()")
        self.path.write_text(line[:10])
        stream = EventStream(self.path)
        self.assertEqual(stream.read().total, 0)
        self.path.write_text(line)
        self.assertEqual(stream.read().total, 1)

    def test_that_does_not_exist_has_no_tests(self) -> None:
        self.assertEqual(EventStream(self.path).read().total, 0)


class PrintedLines(unittest.TestCase):
    """read_lines"""

    def test_of_node_are_counted_without_their_suites(self) -> None:
        tap = "    ok 1 - lands\n    not ok 2 - flies\n      ---\n      error: 'no'\n      ...\n    ok 3 - rests # SKIP no screen\n"
        tap += "not ok 1 - a spring\n  ---\n  type: 'suite'\n  ...\n"
        results = read_lines(tap)
        self.assertEqual((results.passed, results.skipped), (1, ["no screen"]))
        self.assertEqual(results.failed, {"flies": ["error: 'no'"]})

    def test_of_unittest_are_counted(self) -> None:
        text = "test_a (m.C) ... ok\ntest_b (m.C)\nWords. ... ok\ntest_c (m.C) ... skipped 'no git'\nFAIL: test_d (m.C)\n"
        text += "FAILED (failures=1)\n"
        results = read_lines(text)
        self.assertEqual((results.passed, results.skipped, list(results.failed)), (2, ["no git"], ["test_d (m.C)"]))

    def test_of_scripts_are_counted(self) -> None:
        results = read_lines("ok      it boots (3 ms)\nFAILED  it ends (4 ms)\nskipped  it sleeps: no clock\n")
        self.assertEqual((results.passed, list(results.failed)), (1, ["it ends (4 ms)"]))
        self.assertEqual(results.skipped, ["it sleeps: no clock"])

    def test_of_measurements_name_the_bar_that_is_missed(self) -> None:
        results = read_lines("ok   calls.ends   3.00  at most 3.1: two\nMISS step.line   9400.00  at most 9300: one\n")
        self.assertEqual((results.passed, list(results.failed)), (1, ["step.line   9400.00  at most 9300: one"]))

    def test_of_a_run_of_swift_are_its_sum(self) -> None:
        self.assertEqual(read_lines("✔ Test run with 9 tests in 2 suites passed after 1.0 seconds.").passed, 9)
        self.assertEqual(read_lines("✘ Test run with 9 tests in 2 suites failed after 1.0 seconds.").passed, 0)

    def test_of_stages_below_are_added(self) -> None:
        text = "skipped:\n     2 x needs root\nFLAKY   guest: M.a()\nFAILED  guest: M.b()\n\nFAILED: 5 passed, 1 failed, 2 skipped\n"
        results = read_lines(text)
        self.assertEqual((results.passed, results.skipped), (5, ["needs root"] * 2))
        self.assertEqual((results.flaky, list(results.failed)), (["guest: M.a()"], ["guest: M.b()"]))


class TheRunner(unittest.TestCase):
    """run.py, with stages of its own beside the project's."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = Path(self.folder.name)
        stages = root / "Tests/Stages"
        stages.mkdir(parents=True)
        for file in RUN.parent.glob("*.py"):
            (stages / file.name).write_bytes(file.read_bytes())
        self.run_file = stages / "run.py"
        planted = {
            "good": "echo 'ok   it holds'",
            "fine": "echo 'ok   it holds too'",
            "bad": "echo 'FAILED   it falls'; exit 3",
            "mute": "echo 'the disk is full'; exit 4",
            "slow": "echo $$ >pid; exec sleep 60",
            "quiet": "sleep 11",
        }
        with open(stages / "stages.py", "a", encoding="utf-8") as file:
            for name, text in planted.items():
                file.write(f"\nSTAGES[{name!r}] = Stage({name!r}, shell({text!r}), {name!r})\n")

    def run_stages(self, *words: str) -> tuple[int, str]:
        """The exit code and the output of the runner."""
        ended = subprocess.run(
            [sys.executable, "-B", self.run_file, *words], capture_output=True, text=True, timeout=50, check=False
        )
        return ended.returncode, ended.stdout + ended.stderr

    def test_ends_with_0_and_the_sum(self) -> None:
        code, text = self.run_stages("good", "fine", "good")
        self.assertEqual((code, text.splitlines()[-1]), (0, "PASSED: 2 passed, 0 failed, 0 skipped"))

    def test_goes_on_after_a_failure_and_repeats_it_at_the_end(self) -> None:
        code, text = self.run_stages("bad", "good")
        self.assertEqual((code, text.splitlines()[-1]), (1, "FAILED: 1 passed, 1 failed, 0 skipped"))
        self.assertIn("FAILED  bad: it falls", text)

    def test_reports_a_command_that_fails_without_a_test(self) -> None:
        code, text = self.run_stages("mute")
        self.assertEqual((code, text.splitlines()[-1]), (1, "FAILED: 0 passed, 1 failed, 0 skipped"))
        self.assertIn("the disk is full", text)

    def test_shows_that_a_silent_stage_runs(self) -> None:
        self.assertRegex(self.run_stages("quiet")[1], r"quiet +running, 10 s")

    def test_ends_what_it_has_started(self) -> None:
        runner = subprocess.Popen(
            [sys.executable, "-B", self.run_file, "slow"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(1)
        runner.terminate()
        self.assertEqual(runner.wait(timeout=20), 143)
        process = (Path(self.folder.name) / "pid").read_text().strip()
        self.assertFalse(Path("/proc", process).exists())

    def test_refuses_wrong_usage(self) -> None:
        self.assertEqual(self.run_stages()[0], 64)
        self.assertEqual(self.run_stages("--help")[0], 0)

    def test_lists_every_set_and_every_stage(self) -> None:
        code, text = self.run_stages("--list")
        self.assertEqual(code, 0)
        for name, words in SETS.items():
            listed = re.search(rf"(?m)^{name} +((?:.+\n)(?: +.+\n)*)", text)
            self.assertEqual(listed and listed[1].split(), words.split(), name)
        for name in STAGES:
            self.assertRegex(text, rf"(?m)^{name} +\S")

    def test_names_the_nearest_stage_and_runs_none(self) -> None:
        code, text = self.run_stages("good", "brwser")
        self.assertEqual(code, 64)
        self.assertIn("there is no stage 'brwser'; did you mean browser?", text)
        self.assertNotIn("it holds", text)


class TheStages(unittest.TestCase):
    """stages.py and selection.py"""

    def names(self, *words: str, **environment: str) -> list[str]:
        """The stages that run for these words, in this environment alone."""
        with mock.patch.dict(os.environ, environment, clear=True):
            return [stage.name for stage in chosen(list(words))]

    def test_run_once_and_after_what_they_use(self) -> None:
        self.assertEqual(self.names("digests", "footprint", "digests"), ["release", "digests", "footprint"])
        self.assertEqual(self.names("check"), ["suites", "calculations"])
        self.assertEqual(self.names("measures"), ["build", "workshop", "measures"])

    def test_without_a_kernel_of_their_own_are_those_that_the_documents_name(self) -> None:
        others = [name for name in SETS["test"].split() if name not in ("kernel", "advice")]
        self.assertIn(f'\nmake test ONLY="{" ".join(others)}"\n', (RUN.parents[2] / "CONTRIBUTING.md").read_text())

    def test_build_no_program_that_is_there(self) -> None:
        self.assertEqual(self.names("browser"), ["programs", "browser"])
        self.assertEqual(self.names("build", "browser"), ["build", "browser"])
        self.assertEqual(self.names("browser", "footprint", FLICKD_BUILT="folder"), ["browser", "release", "footprint"])

    def test_are_left_out_if_nothing_that_they_guard_has_changed(self) -> None:
        changed = {"docs/udev.md": ["elements", "systemd", "deb"], "Sources/CToml/CToml.cpp": ["toml"], "Tests/Kit/Clock.swift": None}
        for path, names in changed.items():
            for stage in STAGES.values():
                expected = not stage.guards or names is None or stage.name in names
                self.assertEqual(not is_untouched(stage, [path]), expected, f"{stage.name}: {path}")

    def test_name_only_what_exists(self) -> None:
        root = RUN.parents[2]
        for stage in STAGES.values():
            self.assertLessEqual(set(stage.after), STAGES.keys(), stage.name)
            for path in f"{stage.guards} {WORKSHOP}".split():
                self.assertTrue((root / path).exists(), f"{stage.name}: {path}")
            text = " ".join(stage.command)
            for path in re.findall(r"(?:packaging|Tests)/[\w/.-]+\.(?:sh|py|mjs)", text):
                if "*" not in path:
                    self.assertTrue((root / path).exists(), f"{stage.name}: {path}")
        for name, words in SETS.items():
            self.assertLessEqual(set(words.split()), STAGES.keys(), name)
        self.assertFalse(SETS.keys() & STAGES.keys(), "a set and a stage have one name")
        tests = "".join(path.read_text() for path in (root / "Tests").rglob("*Tests/**/*.swift"))
        for name in LONG.split("|"):
            self.assertTrue(f"func `{name}" in tests or (root / "Tests" / name).is_dir(), name)


class QuotedCommands(unittest.TestCase):
    """What documents, messages and comments quote as a command of make: `make VERB ONLY=STAGE`."""

    # Not the name of a Swift test that begins with this word.
    COMMAND = re.compile(r"(?<!func )\\?`make ([a-z-]+)(?: ONLY=(?:\"([^\"`]+)\"|([\w-]+)))?")
    KINDS = {".md", ".swift", ".py", ".sh", ".mjs", ".js", ".toml", ".json", ".c", ".cpp", ".h", ".txt"}

    def unknown(self, text: str, verbs: set[str]) -> list[str]:
        """The quoted commands whose verb or stages do not exist."""
        found = []
        for match in self.COMMAND.finditer(text):
            verb, several, one = match.groups()
            # `make figures` has pictures, not stages.
            names = set() if verb == "figures" else set((several or one or "").split())
            if verb not in verbs or not names <= SETS.keys() | STAGES.keys() | {"STAGE"}:
                found.append(match.group().lstrip("\\`"))
        return found

    def test_name_only_verbs_and_stages_that_exist(self) -> None:
        root = RUN.parents[2]
        verbs = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.MULTILINE))
        planted = "`make tests`, `make test ONLY=kernal`, and func `make believe`"
        self.assertEqual(self.unknown(planted, verbs), ["make tests", "make test ONLY=kernal"])
        files = list(root.glob("*.md"))
        for folder in ("Sources", "Tests", "docs", "packaging", "systemd"):
            files += (path for path in (root / folder).rglob("*") if path.suffix in self.KINDS and path.is_file())
        self.assertGreater(len(files), 500)
        for path in files:
            if path.name != Path(__file__).name:
                text = path.read_text(encoding="utf-8", errors="replace")
                self.assertEqual(self.unknown(text, verbs), [], path.relative_to(root))


class ARepetition(unittest.TestCase):
    """Tests that fail and are run a second time, by a substitute for swift test."""

    STAND_IN = """
import json, os, sys
names = [] if os.environ["ALWAYS"] == "none" else ["M.`a b`()", "M.c()"]
filters = [word for before, word in zip(sys.argv, sys.argv[1:]) if before == "--filter"]
again = filters != ["All"]
with open(sys.argv[sys.argv.index("--event-stream-output-path") + 1], "w") as events:
    def write(kind, payload):
        events.write(json.dumps({"kind": kind, "payload": payload}) + "\\n")
    for name in names:
        write("test", {"kind": "function", "id": name + "/F.swift:1:1"})
        if not again or name == os.environ["ALWAYS"]:
            write("event", {"kind": "issueRecorded", "testID": name + "/F.swift:1:1", "messages": [{"text": "no"}]})
        write("event", {"kind": "testEnded", "testID": name + "/F.swift:1:1", "messages": []})
    if "crash" not in os.environ["ALWAYS"]:
        write("event", {"kind": "runEnded", "messages": []})
sys.exit(1 if names and (not again or os.environ["ALWAYS"] in names) else 0)
"""

    def run_set(self, always: str, repeat: str) -> tuple[int, str]:
        """Runs one stage, whose tests both fail at first."""
        with tempfile.TemporaryDirectory() as folder:
            stages = Path(folder) / "Tests/Stages"
            stages.mkdir(parents=True)
            for file in RUN.parent.glob("*.py"):
                (stages / file.name).write_bytes(file.read_bytes())
            (stages / "stand_in.py").write_text(self.STAND_IN)
            with open(stages / "stages.py", "a", encoding="utf-8") as file:
                command = (sys.executable, str(stages / "stand_in.py"), "--filter", "All")
                file.write(f"\nSTAGES['one'] = Stage('one', {command!r}, 'one', has_events=True, is_repeatable=True)\n")
            environment = {**os.environ, "FLICKD_REPEAT": repeat, "ALWAYS": always}
            ended = subprocess.run(
                [sys.executable, "-B", stages / "run.py", "one"],
                capture_output=True,
                text=True,
                env=environment,
                timeout=50,
                check=False,
            )
            return ended.returncode, ended.stdout + ended.stderr

    def test_that_pass_are_listed_as_flaky(self) -> None:
        code, text = self.run_set("", "1")
        self.assertEqual((code, text.splitlines()[-1]), (0, "PASSED: 2 passed, 0 failed, 0 skipped"))
        self.assertIn("FLAKY   one: M.`a b`()", text)

    def test_that_fail_again_have_failed(self) -> None:
        code, text = self.run_set("M.c()", "1")
        self.assertEqual((code, text.splitlines()[-1]), (1, "FAILED: 1 passed, 1 failed, 0 skipped"))
        self.assertIn("FAILED  one: M.c()", text)

    def test_are_not_run_again_unless_asked_for(self) -> None:
        self.assertEqual(self.run_set("", "0")[0], 1)

    def test_are_not_run_again_where_the_runner_crashed(self) -> None:
        self.assertEqual(self.run_set("crash", "1")[0], 1)

    def test_must_exist(self) -> None:
        code, text = self.run_set("none", "1")
        self.assertEqual((code, text.splitlines()[-1]), (1, "FAILED: 0 passed, 1 failed, 0 skipped"))


if __name__ == "__main__":
    unittest.main()
