"""The folder of recordings, and how files get into it."""

import gzip
import hashlib
import os
import tempfile

from sources import Unavailable

WRONG_CONTENT = 65


class Material:
    """The folder of recordings, and the files of repositories that were fetched in this run."""

    def __init__(self, manifest, folder):
        self.manifest, self.folder = manifest, os.path.join(folder, "recordings")
        self.fetched = {}
        self.failures = []

    def path(self, name):
        """Where a file of the manifest is."""
        return os.path.join(self.folder, name)

    def recording(self, name):
        """The uncompressed content of a file in the folder."""
        try:
            with open(self.path(name), "rb") as file:
                content = file.read()
        except FileNotFoundError as fault:
            raise Unavailable(
                f"it is made from {name}, which is missing", "see the line about that file"
            ) from fault
        return gzip.decompress(content) if name.endswith(".gz") else content

    def sources(self, repository, paths):
        """The fetched files of a repository that the paths name."""
        fetched = self.fetched.get(repository)
        if fetched is None:
            raise Unavailable(
                f"it is made from {repository}, which is missing", "see the line about that repository"
            )
        folders = tuple(path for path in paths if path.endswith("/"))
        return {
            one: fetched[one] for one in fetched if one in paths or one.rpartition("/")[0] + "/" in folders
        }

    def source(self, repository, path):
        """One fetched file of a repository."""
        found = self.sources(repository, [path])
        if path not in found:
            raise Unavailable(
                f"it is made from {repository}/{path}, which is missing", "see the line about that path"
            )
        return found[path]

    def indexed(self):
        """The files of the evdev tables, with the index entry of each."""
        return [(entry["file"], entry["index"]) for entry in self.manifest["files"] if "index" in entry]

    def is_right(self, entry):
        """Whether a file is in the folder with the content of the manifest."""
        try:
            return hashlib.sha256(self.recording(entry["file"])).hexdigest() == entry["sha256"]
        except (Unavailable, OSError, EOFError, gzip.zlib.error):
            return False

    def write(self, entry, content):
        """Puts content into the folder if it is the right one; in one step, so that no half file remains."""
        seen = hashlib.sha256(content).hexdigest()
        if seen != entry["sha256"]:
            self.fail(
                entry["file"],
                f"its SHA-256 is {seen}, expected {entry['sha256']}",
                "the source was changed or the transfer broke: run `make recordings` again, then report it",
                WRONG_CONTENT,
            )
            return False
        if entry["file"].endswith(".gz"):
            content = gzip.compress(content, mtime=0)
        target = self.path(entry["file"])
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(target), prefix=".", delete=False) as file:
            try:
                file.write(content)
                file.close()
                os.chmod(file.name, 0o644)
                os.replace(file.name, target)
            except BaseException:
                os.unlink(file.name)
                raise
        return True

    def fail(self, name, seen, cure, status):
        """Keeps a failure for the report at the end."""
        self.failures.append({"name": name, "seen": seen, "cure": cure, "status": status})
