#!/usr/bin/env python3
"""Finds words in code and comments that the glossary excludes: the column "not" of docs/glossary.md. Of a word that older code still
has, it prints the lines of the last change, if some of them have the word. `--count` prints a number for each word instead.

A cell of that column lists words, separated by commas. Each is searched in names, which are split at capitals and underscores, and
in comments; texts in quotes are data or messages, which other tests check. What follows a word in parentheses is the reason for an
exception, in one of these forms:

    word (names; REASON)              the word is allowed in comments
    word (except `NAME`, ...; REASON) these names and phrases are allowed
    word (REASON)                     the word has another meaning too, so only a reader can judge it
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = "docs/glossary.md"
LANGUAGES = {".swift": "//", ".c": "//", ".h": "//", ".cpp": "//", ".js": "//", ".mjs": "//", ".py": "#", ".sh": "#"}
NAME = re.compile(r"[^\W\d]\w*")
# How often older code still has a word. A number may only become smaller; when it is 0, its row goes.
REMAINING = {
    "lay": 1, "place": 226, "story": 3, "tell": 3, "told": 114, "touch point": 2, "verdict": 4, "way": 135, "wild sample": 2,
}


class Rule:
    """A word that the glossary excludes, and where."""

    def __init__(self, cell, proper):
        self.word, _, note = cell.partition(" (")
        self.proper = proper
        note = note.removesuffix(")")
        head, _, reason = note.partition("; ")
        self.in_comments = head != "names"
        self.allowed = re.findall(r"`([^`]+)`", head) if head.startswith("except ") else []
        self.is_checked = not note or head == "names" or bool(self.allowed)
        if note and self.is_checked and not reason:
            raise SystemExit(f"{TABLE}: `{self.word}` has an exception without a reason: write ({note}; REASON)")
        self.pattern = re.compile(rf"\b{re.escape(self.word).replace(chr(92) + ' ', chr(92) + 's+')}(?:e?s)?\b", re.IGNORECASE)

    def finds(self, text):
        """Whether a name or a line of a comment has the word, outside of what the rule allows."""
        for one in self.allowed:
            text = text.replace(one, " ")
        return bool(self.pattern.search(parts(text)))


class Rules:
    """All rules that a program can check."""

    def __init__(self, text):
        found = rules(text)
        # A word of two rows is judged by a reader if it is in one of them.
        vague = {rule.word for rule in found if not rule.is_checked}
        self.all = list({rule.word: rule for rule in reversed(found) if rule.word not in vague}.values())
        self._any = re.compile("|".join(rule.pattern.pattern for rule in self.all), re.IGNORECASE)
        self._names = {}

    def of_name(self, name):
        """The rules that exclude a name; a name is judged once."""
        if name not in self._names:
            self._names[name] = self._excluding(name)
        return self._names[name]

    def of_comment(self, words):
        """The rules that exclude a line of a comment."""
        return [rule for rule in self._excluding(words) if rule.in_comments]

    def _excluding(self, text):
        return [rule for rule in self.all if rule.finds(text)] if self._any.search(parts(text)) else []


def parts(text):
    """A text with its names split at capitals and underscores."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", " ", text)


def cells(row):
    """The words of the column, with their notes; a comma in parentheses separates nothing."""
    return [one.strip() for one in re.split(r",(?![^(]*\))", row) if one.strip()]


def rules(text):
    """The rules of every table of the glossary."""
    found = []
    for line in text.splitlines():
        columns = [one.strip() for one in line.strip().strip("|").split("|")]
        if line.startswith("| ") and columns[-1] not in ("not", "but") and columns[0] != "word":
            found += [Rule(cell, columns[0]) for cell in cells(columns[-1])]
    return found


def split(text, mark):
    """Yields (line, isComment, text) for the code and the comments of a file; texts in quotes are left out."""
    quotes = r'"""[\s\S]*?"""' + (r"|'''[\s\S]*?'''" if mark == "#" else "")
    single = r"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`(?=[\s;,.)\]}:]|$)" if mark != "//swift" else ""
    comment = r"#(?=[\s!]).*" if mark == "#" else r"//.*|/\*[\s\S]*?\*/"
    token = re.compile(rf'(?P<text>{quotes}|"(?:\\.|[^"\\\n])*"{single})|(?P<comment>{comment})', re.MULTILINE)
    line, end = 1, 0
    for found in token.finditer(text):
        yield line, False, text[end:found.start()]
        line += text.count("\n", end, found.start())
        if found["comment"]:
            yield line, True, found["comment"]
        elif mark == "//swift":
            # Names in an interpolation are code.
            yield line, False, " ".join(re.findall(r"\\\(([^()]*(?:\([^()]*\))?[^()]*)\)", found["text"]))
        line += text.count("\n", found.start(), found.end())
        end = found.end()
    yield line, False, text[end:]


def names(line, code):
    """Yields each name of code, and each sentence in back-quotes that is a name of Swift, with its line."""
    for found in re.finditer(r"`[^`\n]+`|" + NAME.pattern, code):
        yield line + code.count("\n", 0, found.start()), found[0]


def findings(path, text, found):
    """Yields (line, rule, what) for each excluded word of a file."""
    mark = LANGUAGES[path.suffix] + ("swift" if path.suffix == ".swift" else "")
    for line, is_comment, part in split(text, mark):
        if is_comment:
            for number, words in enumerate(part.split("\n"), line):
                yield from ((number, rule, words.strip()) for rule in found.of_comment(words))
        else:
            for number, name in names(line, part):
                yield from ((number, rule, name) for rule in found.of_name(name))


def sources():
    """Yields each hand-written file of code."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in listed.split("\0"):
        path = ROOT / name
        if path.suffix in LANGUAGES and path.is_file():
            text = path.read_text(encoding="utf-8")
            if not re.search(r"; do not edit\.$", text[:400], re.MULTILINE):
                yield name, path, text


def planted(found):
    """Fails unless a planted word is found in a name, in a comment and in a test's name, and not in a text."""
    text = 'let a = "hysteresis"\nlet panelHysteresis = 1\n// Its hysteresis.\nfunc `has a hysteresis`() {}\n'
    lines = [line for line, _, _ in findings(Path("planted.swift"), text, found)]
    if lines != [2, 3, 4]:
        raise SystemExit(f"words: the planted words are in the lines 2, 3 and 4; found {lines}")
    added = changed_lines("--- a/one.py\n+++ b/one.py\n@@ -3 +3,2 @@\n-a\n+b\n+c\n@@ -9,2 +10,0 @@\n-d\n-e\n")
    if added != {"one.py:3", "one.py:4"}:
        raise SystemExit(f"words: the planted diff adds the lines 3 and 4; found {sorted(added)}")


def changed_lines(diff):
    """The added lines of a diff without context, as FILE:LINE."""
    added, name = set(), ""
    for line in diff.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ ").removeprefix("b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            added.update(f"{name}:{int(hunk[1]) + index}" for index in range(int(hunk[2] or 1)))
    return added


def last_change():
    """The lines that differ from the last commit; without any, those that the last commit has changed."""
    for since in ("HEAD", "HEAD~1"):
        command = ["git", "diff", "--unified=0", "--no-color", "--no-ext-diff", since]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True, errors="replace")
        if added := changed_lines(ended.stdout):
            return added
    return set()


def main():
    found = Rules((ROOT / TABLE).read_text(encoding="utf-8"))
    planted(found)
    lines_of = {rule.word: [] for rule in found.all}
    for name, path, text in sources():
        for line, rule, what in findings(path, text, found):
            lines_of[rule.word].append(f"{name}:{line}: \"{rule.word}\" in: {what[:80]}; the glossary has \"{rule.proper}\"")
    if "--count" in sys.argv:
        for word, lines in sorted(lines_of.items(), key=lambda one: -len(one[1])):
            print(f"{len(lines):5} {word}")
        return
    new = {word: lines for word, lines in lines_of.items() if len(lines) > REMAINING.get(word, 0)}
    # Older code still has hundreds of some words; what is new is more likely in the last change.
    added = last_change() if any(word in REMAINING for word in new) else set()
    for word, lines in new.items():
        own = [line for line in lines if ":".join(line.split(":")[:2]) in added] if word in REMAINING else []
        print("\n".join(own or lines), file=sys.stderr)
        print(f"words: \"{word}\" is there {len(lines)} times, at most {REMAINING.get(word, 0)}", file=sys.stderr)
    if new:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
