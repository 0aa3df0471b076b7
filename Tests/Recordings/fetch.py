#!/usr/bin/env python3
"""Fetches the public recordings that flickd's tests read, and makes the tables from them.

The manifest beside this script names each file's repository, commit, path, licence and SHA-256. A file that
is already in the folder with the right content is kept. A file whose content is wrong is never kept.

Exit status: 0 every file is there, 64 wrong usage, 65 content has a wrong SHA-256, 69 something cannot be
fetched, 73 the folder cannot be written, 75 another run fills the folder, 130 interrupted. After 65 and 69 all other files are in the folder.
"""

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import conversions  # noqa: E402
from material import Material  # noqa: E402
from sources import Repository, Unavailable  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
UNAVAILABLE, UNWRITABLE, BUSY, INTERRUPTED = 69, 73, 75, 130


def say(words):
    """Prints progress."""
    print(f"recordings: {words}", file=sys.stderr, flush=True)


def default_folder():
    """The folder in which tests look after FLICKD_MATERIAL and ../shared."""
    cache = os.environ.get("FLICKD_CACHE")
    if not cache:
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        cache = os.path.join(home, "flickd")
    return os.path.join(cache, "material")


def wanted(material, missing):
    """The paths to fetch by repository, for the files that are missing."""
    paths = {}
    for entry in missing:
        pairs = (
            [(entry["repository"], entry["path"])] if "path" in entry else conversions.sources(entry["from"])
        )
        for repository, path in pairs:
            paths.setdefault(repository, set()).add(path)
    return {name: sorted(paths[name]) for name in material.manifest["repositories"] if name in paths}


def mirror_url(mirror, name, url):
    """The repository's address: in a folder of mirrors, or the original one."""
    if mirror is None:
        return url
    for path in (os.path.join(mirror, name + suffix) for suffix in (".git", "")):
        if os.path.isdir(path):
            return os.path.abspath(path)
    raise Unavailable(
        f"{mirror} has no mirror of {name}", f"git clone --mirror {url} {os.path.join(mirror, name)}.git"
    )


def fetch(material, mirror, missing):
    """Fetches the sources of the missing files, repository by repository."""
    needed = wanted(material, missing)
    for number, (name, paths) in enumerate(needed.items(), start=1):
        about = material.manifest["repositories"][name]
        say(f"{number} of {len(needed)} repositories: {name}, paths: {len(paths)}")
        scratch = tempfile.mkdtemp(prefix=".fetch-", dir=material.folder)
        try:
            url = mirror_url(mirror, name, about["url"])
            repository = Repository(url, about["commit"], os.path.join(scratch, "git"))
            repository.prepare()
            material.fetched[name], absent = repository.read(paths)
            for path in absent:
                material.fail(
                    f"{name}/{path}",
                    f"{url} has no such file at commit {about['commit']}",
                    "correct the path or the commit in Tests/Recordings/manifest.json",
                    UNAVAILABLE,
                )
        except Unavailable as fault:
            material.fail(name, str(fault), fault.cure, UNAVAILABLE)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        for entry in missing:
            if entry.get("repository") == name and entry["path"] in material.fetched.get(name, {}):
                material.write(entry, material.fetched[name][entry["path"]])


def make(material, missing):
    """Makes the files that are conversions, in the order of the manifest."""
    conversions_left = [entry for entry in missing if "make" in entry]
    for number, entry in enumerate(conversions_left, start=1):
        say(f"{number} of {len(conversions_left)} conversions: {entry['file']}")
        try:
            material.write(entry, conversions.MAKERS[entry["make"]](material, entry["from"]))
        except Unavailable as fault:
            material.fail(entry["file"], str(fault), fault.cure, UNAVAILABLE)


def write_readme(material):
    """Writes the sources and licences of the recordings into their folder."""
    lines = [
        "# Recordings fetched by `make recordings`",
        "",
        "Everything here was recorded by other people on real hardware. It is not part of flickd.",
        "`Tests/Recordings/manifest.json` in flickd names the source of each file.",
        "",
        "| repository | commit | its licence |",
        "|---|---|---|",
    ]
    lines += [
        f"| {about['url']} | {about['commit']} | {about['licence']} |"
        for about in material.manifest["repositories"].values()
    ]
    with open(material.path("README.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def clear(material, entries):
    """Removes damaged files and those of an interrupted run; returns the missing files."""
    for name in os.listdir(material.folder):
        if name.startswith(".fetch-"):
            shutil.rmtree(material.path(name), ignore_errors=True)
    missing = []
    for entry in entries:
        if material.is_right(entry):
            continue
        if os.path.lexists(material.path(entry["file"])):
            say(f"{entry['file']} has other content than in the manifest; it is fetched again")
            os.unlink(material.path(entry["file"]))
        missing.append(entry)
    return missing


def report(material, missing, as_json):
    """Prints what exists and what failed; returns the exit status."""
    entries = material.manifest["files"]
    absent = [entry["file"] for entry in entries if not os.path.exists(material.path(entry["file"]))]
    # The worse of the two has the smaller number.
    status = min((failure["status"] for failure in material.failures), default=0)
    for failure in material.failures:
        say(f"FAILED {failure['name']}: {failure['seen']}\n  next: {failure['cure']}")
    for name in absent:
        say(f"MISSING {name}")
    say(
        f"{len(entries) - len(absent)} of {len(entries)} files in {material.folder}, "
        f"{len(missing) - len(absent)} of them new"
    )
    if as_json:
        print(
            json.dumps(
                {
                    "folder": material.folder,
                    "files": len(entries),
                    "kept": len(entries) - len(missing),
                    "new": len(missing) - len(absent),
                    "missing": absent,
                    "failures": material.failures,
                    "status": status,
                },
                indent=1,
            )
        )
    return status


def run(options):
    """Brings the folder up to date; answers the exit status."""
    with open(options.manifest, encoding="utf-8") as file:
        material = Material(json.load(file), os.path.abspath(options.folder or default_folder()))
    entries = material.manifest["files"]
    if options.list:
        for entry in entries:
            print("here   " if material.is_right(entry) else "missing", entry["file"])
        return 0
    if shutil.which("git") is None:
        say("there is no `git` in PATH, which fetches the recordings: apt install git")
        return UNAVAILABLE
    os.makedirs(material.folder, exist_ok=True)
    lock = os.open(material.folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        say(f"another run fills {material.folder}; wait until it ends, or choose another folder")
        return BUSY
    missing = clear(material, entries)
    say(f"{len(entries) - len(missing)} of {len(entries)} files are in {material.folder}")
    if missing:
        fetch(material, options.mirror, missing)
        make(material, missing)
    write_readme(material)
    return report(material, missing, options.json)


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", help=f"where `recordings` is made; else {default_folder()}")
    parser.add_argument(
        "--mirror", metavar="FOLDER", help="read FOLDER/OWNER/NAME.git instead of https://github.com"
    )
    parser.add_argument("--json", action="store_true", help="print a summary as JSON on standard output")
    parser.add_argument("--list", action="store_true", help="print the files and whether each is there")
    parser.add_argument("--manifest", default=os.path.join(HERE, "manifest.json"), help=argparse.SUPPRESS)
    parser.error = lambda words: (parser.print_usage(sys.stderr), say(words), sys.exit(64))
    try:
        return run(parser.parse_args())
    except KeyboardInterrupt:
        say("interrupted; the fetched files stay, and the next run continues")
        return INTERRUPTED
    except OSError as fault:
        say(f"cannot write: {fault}. Choose a folder that you may write: make recordings MATERIAL=FOLDER")
        return UNWRITABLE
    except subprocess.CalledProcessError as fault:
        say(
            f"git failed: {fault.stderr.decode('utf-8', 'replace').strip()}; run with GIT_TRACE=1 to see more"
        )
        return UNAVAILABLE


if __name__ == "__main__":
    sys.exit(main())
