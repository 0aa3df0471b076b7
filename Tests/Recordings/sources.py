"""Reads files of a public git repository at one commit, without fetching the rest of the repository."""

import os
import subprocess

# A request below 1 kB/s for a minute is aborted.
CONFIGURATION = (
    "gc.auto=0",
    "credential.helper=",
    "core.fsync=none",
    "maintenance.auto=false",
    "http.lowSpeedLimit=1000",
    "http.lowSpeedTime=60",
)
# Git sets these in hooks and aliases; they name the repository of the caller.
LOCAL = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX")
REACH = "check the connection and that the page opens in a browser, or use --mirror with a clone of it"
# Object ids for one request.
BATCH = 500


class Unavailable(Exception):
    """A repository or a file in it cannot be fetched; `cure` is what to do next."""

    def __init__(self, seen, cure):
        super().__init__(seen)
        self.cure = cure


class Repository:
    """A bare repository in `folder` that is filled from `url` as far as needed."""

    def __init__(self, url, commit, folder):
        self.url, self.commit, self.folder = url, commit, folder

    def git(self, *words, given=None, check=True):
        """Runs git in the folder and returns the bytes of its output."""
        options = [word for setting in CONFIGURATION for word in ("-c", setting)]
        environment = {name: value for name, value in os.environ.items() if name not in LOCAL}
        environment |= {
            "LC_ALL": "C",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "true",
            "GIT_DIR": self.folder,
        }
        environment |= {"GIT_SSH_COMMAND": os.environ.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")}
        run = subprocess.run(
            ["git", *options, *words], input=given, capture_output=True, env=environment, check=False
        )
        if check and run.returncode:
            raise subprocess.CalledProcessError(run.returncode, words, run.stdout, run.stderr)
        return run.stdout

    def prepare(self):
        """Fetches the commit and its trees: at best nothing else, at worst the whole history."""
        self.git("init", "--quiet", "--bare", self.folder)
        self.git("config", "remote.origin.url", self.url)
        try:
            self.git("ls-remote", "--quiet", "origin", "HEAD")
        except subprocess.CalledProcessError as fault:
            raise Unavailable(f"{self.url} cannot be reached: {reason(fault)}", REACH) from fault
        common = ("fetch", "--quiet", "--no-tags")
        everything = ("+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
        last = None
        for words in (
            (*common, "--depth=1", "--filter=blob:none", "origin", self.commit),
            (*common, "--filter=blob:none", "origin", *everything),
            (*common, "--no-filter", "origin", *everything),
        ):
            try:
                self.git(*words)
                self.git("cat-file", "-e", self.commit + "^{tree}")
                return
            except subprocess.CalledProcessError as fault:
                last = fault
        raise Unavailable(
            f"commit {self.commit} of {self.url} cannot be fetched: {reason(last)}",
            "check that the repository still has that commit, or use --mirror with a clone that has it",
        )

    def read(self, paths):
        """The content of files by path, and the paths that the commit does not have.

        A path that ends in / names all files directly in that folder.
        """
        blobs, missing = {}, []
        listed = self.listing()
        for path in paths:
            here = (
                [one for one in listed if one.rpartition("/")[0] + "/" == path]
                if path.endswith("/")
                else [path]
            )
            found = {one: listed[one] for one in here if one in listed}
            blobs |= found
            if not found:
                missing.append(path)
        self.fetch_blobs(sorted(set(blobs.values())))
        return {path: self.content(blob, path) for path, blob in blobs.items()}, missing

    def listing(self):
        """The object id of each file of the commit, by path."""
        rows = self.git("ls-tree", "-r", "-z", self.commit).split(b"\0")
        pairs = (row.split(b"\t", 1) for row in rows if row)
        return {path.decode("utf-8", "surrogateescape"): about.split()[2].decode() for about, path in pairs}

    def fetch_blobs(self, blobs):
        """Fetches the objects that are missing, many in one request instead of one request each."""
        # Other commands fetch each missing object with a separate request.
        listed = self.git("rev-list", "--objects", "--missing=print", "--max-count=1", self.commit)
        missing = {row[1:].decode() for row in listed.splitlines() if row.startswith(b"?")}
        absent = [blob for blob in blobs if blob in missing]
        for start in range(0, len(absent), BATCH):
            wanted = "".join(f"{blob}\n" for blob in absent[start : start + BATCH]).encode()
            # A server may refuse single objects. In that case, `content` makes git fetch each.
            self.git(
                "-c",
                "fetch.negotiationAlgorithm=noop",
                "fetch",
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--filter=blob:none",
                "--stdin",
                "origin",
                given=wanted,
                check=False,
            )

    def content(self, blob, path):
        """The bytes of an object."""
        try:
            return self.git("cat-file", "blob", blob)
        except subprocess.CalledProcessError as fault:
            raise Unavailable(
                f"{path!r} of {self.url} cannot be read: {reason(fault)}",
                "run `make recordings` again; a server that drops requests often answers the second time",
            ) from fault


def reason(fault):
    """The last line of git's output."""
    lines = fault.stderr.decode("utf-8", "replace").strip().splitlines()
    fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
    return (fatal or lines or [f"git ended with {fault.returncode}"])[0]
