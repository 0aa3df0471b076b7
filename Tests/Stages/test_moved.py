"""What packaging/moved.sh does with build folders that were copied from another checkout."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "moved.sh"
# What SwiftPM writes into a build folder with its absolute path, and what it keeps without one.
OWN = [
    "debug.yaml",
    "build.db",
    "workspace-state.json",
    "checkouts/swift-log/.git/config",
    "x86_64-unknown-linux-gnu/a.pcm",
]
KEPT = ["repositories/swift-log/HEAD", "dist/flickd", "static/flickd.order"]


class AMovedBuild(unittest.TestCase):
    """moved.sh"""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.first = self.root / "first päth's"
        (self.first / "packaging").mkdir(parents=True)
        (self.first / "Package.swift").write_text("")
        shutil.copy(SCRIPT, self.first / "packaging")
        self.build(self.first, ".build")
        self.build(self.first, ".build/shipped")

    def build(self, checkout: Path, folder: str) -> None:
        """Writes what a build in this checkout leaves."""
        for name in OWN + KEPT:
            file = checkout / folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(name)
        checkouts = f"{checkout}/.build/checkouts/swift-log/Sources/Logging/"
        inputs = [checkouts, f"{checkout}/Sources/flickd/", f"{checkout}/Package.swift"]
        plan = f'client:\n  name: basic\n"PackageStructure":\n  inputs: {json.dumps(inputs, ensure_ascii=False)}\n'
        (checkout / folder / OWN[0]).write_text(plan)
        origin = f"{checkout}/{folder}/repositories/swift-log"
        git = ["git", "config", "-f", str(checkout / folder / OWN[3]), "remote.origin.url", origin]
        (checkout / folder / OWN[3]).write_text("")
        subprocess.run(git, check=True)

    def run_in(self, checkout: Path) -> str:
        """Returns what the script says in a checkout."""
        result = subprocess.run([checkout / "packaging/moved.sh"], capture_output=True, text=True, check=True)
        self.assertEqual(result.stdout, "")
        return result.stderr

    def names(self, checkout: Path) -> set[str]:
        """The files of both build folders."""
        build = checkout / ".build"
        return {str(file.relative_to(build)) for file in build.rglob("*") if file.is_file()}

    def test_is_left_alone_where_it_was_made(self) -> None:
        before = self.names(self.first)
        self.assertEqual(self.run_in(self.first), "")
        link = self.root / "link"
        link.symlink_to(self.first)
        self.assertEqual(self.run_in(link), "")
        self.assertEqual(self.names(self.first), before)

    def test_loses_what_has_its_former_path_and_says_so_once(self) -> None:
        for moves in (shutil.copytree, shutil.move):
            moved = self.root / moves.__name__ / "clone of it"
            moved.parent.mkdir()
            moves(self.first, moved)
            said = self.run_in(moved)
            self.assertEqual(said.count("\n"), 1, said)
            self.assertIn(f"build: .build is a copy from {self.first}, ", said)
            self.assertEqual(self.names(moved), {*KEPT, *(f"shipped/{name}" for name in KEPT)})
            self.assertEqual(self.run_in(moved), "", "said again")

    def test_is_found_in_one_of_the_folders_too(self) -> None:
        moved = self.root / "moved"
        shutil.copytree(self.first, moved)
        self.build(moved, ".build")
        self.assertNotEqual(self.run_in(moved), "")
        self.assertEqual(self.names(moved), {*OWN, *KEPT, *(f"shipped/{name}" for name in KEPT)})

    def test_is_found_after_a_build_that_failed_because_of_it(self) -> None:
        moved = self.root / "moved"
        shutil.copytree(self.first, moved)
        # Such a build writes its plan, but clones no package again.
        for folder in (".build", ".build/shipped"):
            plan = moved / folder / OWN[0]
            plan.write_text(plan.read_text().replace(str(self.first), str(moved)))
        self.assertIn(f"is a copy from {self.first}, ", self.run_in(moved))
        self.assertEqual(self.names(moved), {*KEPT, *(f"shipped/{name}" for name in KEPT)})

    def test_is_found_before_a_package_was_cloned(self) -> None:
        shutil.rmtree(self.first / ".build/checkouts")
        shutil.rmtree(self.first / ".build/shipped/checkouts")
        moved = self.root / "moved"
        shutil.copytree(self.first, moved)
        self.assertNotEqual(self.run_in(moved), "")

    def test_need_not_exist(self) -> None:
        shutil.rmtree(self.first / ".build")
        self.assertEqual(self.run_in(self.first), "")
        self.assertFalse((self.first / ".build").exists())


if __name__ == "__main__":
    unittest.main()
