#!/usr/bin/env python3
"""Tests the list of sources without a network."""

import json
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import conversions  # noqa: E402


class TheManifest(unittest.TestCase):
    """The list in the project."""

    def setUp(self):
        with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as file:
            self.manifest = json.load(file)

    def test_names_a_commit_and_a_licence_for_every_repository(self):
        for name, about in self.manifest["repositories"].items():
            self.assertEqual(about["url"], "https://github.com/" + name)
            self.assertRegex(about["commit"], r"^[0-9a-f]{40}$")
            self.assertTrue(about["licence"])

    def test_has_a_source_and_a_hash_for_every_file(self):
        names = [entry["file"] for entry in self.manifest["files"]]
        self.assertEqual(len(names), len(set(names)))
        for entry in self.manifest["files"]:
            self.assertRegex(entry["sha256"], r"^[0-9a-f]{64}$")
            pairs = (
                [(entry["repository"], entry["path"])]
                if "path" in entry
                else conversions.sources(entry["from"])
            )
            self.assertTrue("path" in entry or entry["make"] in conversions.MAKERS, entry["file"])
            for repository, _ in pairs:
                self.assertIn(repository, self.manifest["repositories"], entry["file"])


if __name__ == "__main__":
    unittest.main()
