"""The command line of the scripts that write a file of cases."""
import json
import pathlib
import sys


def text(groups):
    """The groups of cases as JSON, with one case a line."""
    parts = []
    for name, rows in groups.items():
        lines = ",\n".join("    " + json.dumps(row) for row in rows)
        parts.append(f'  "{name}": [\n{lines}\n  ]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def run(script, groups):
    """Writes the JSON file beside `script`; with --check, exits with 1 if it has another content."""
    file = pathlib.Path(script).with_suffix(".json")
    if sys.argv[1:] != ["--check"]:
        file.write_text(text(groups))
    elif file.read_text() != text(groups):
        sys.exit(f"{file} differs from what {pathlib.Path(script).name} writes: run it without --check")
