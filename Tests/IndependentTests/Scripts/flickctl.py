"""The judges' only interface to the product: the lines that `flickctl replay` prints."""

import json
import os
import subprocess
import tempfile

PROMPT = '[[panel]]\nlift_delay = "0s"\n'


class Violations:
    """The violations; at most `shown` are printed, all are counted."""

    def __init__(self, shown=20):
        self.count = 0
        self.shown = shown

    def add(self, words):
        """Adds a violation."""
        self.count += 1
        if self.count <= self.shown:
            print(f"VIOLATION {words}")

    def require(self, condition, words):
        """Adds a violation unless the condition holds."""
        if not condition:
            self.add(words)

    def exit_code(self):
        """Prints the count, and returns the exit code of the script."""
        print(f"violations: {self.count}")
        return 1 if self.count else 0


class Tally:
    """The numbers of comparisons and of agreements."""

    def __init__(self):
        self.compared = 0
        self.agreeing = 0

    def add(self, agrees):
        """Counts one comparison."""
        self.compared += 1
        self.agreeing += agrees

    @property
    def share(self):
        """The share that agrees; 1 without comparisons."""
        return self.agreeing / self.compared if self.compared else 1.0

    def __str__(self):
        return f"{self.agreeing} of {self.compared} agree ({100 * self.share:.2f} %)"


def run(binary, path, *options, configuration="/dev/null"):
    """Runs `flickctl replay` with this configuration; returns exit code, output and errors."""
    words = [binary, "replay", "--config", configuration, *options, path]
    done = subprocess.run(words, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def replay(binary, recording):
    """Replays a made recording on a panel of its own size; returns the lines as objects.

    The lift delay is set to zero, so that no stroke depends on what earlier strokes have taught.
    """
    with tempfile.TemporaryDirectory(prefix="flickd-judge-") as folder:
        files = {"strokes.evemu": recording.text(), "flickd.toml": PROMPT}
        if recording.panel.size_mm:
            files["flickd.toml"] += recording.panel.configuration()
        for name, text in files.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        code, output, words = run(
            binary,
            os.path.join(folder, "strokes.evemu"),
            configuration=os.path.join(folder, "flickd.toml"),
        )
    if code != 0:
        raise SystemExit(f"flickctl replay ended with {code}: {words}")
    return [json.loads(line) for line in output.splitlines()]


def by_stroke(recording, lines, violations):
    """The end line of each stroke, matched by the time of the lift; other lines are violations."""
    found = {}
    for line in lines:
        stroke = recording.lift_us.get(line["t_us"])
        if line["type"] != "swipe" or line["phase"] != "end" or stroke is None or stroke in found:
            violations.add(f"a line that no stroke explains: {json.dumps(line)}")
        else:
            found[stroke] = line
    return found
