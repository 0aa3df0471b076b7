"""Which stages run: the sets of the verbs, what runs before, and what a change leaves out."""

from __future__ import annotations

import os

from stages import STAGES, WORKSHOP, Stage

SETS = {
    "check": "calculations",
    "test": "build system units judges long processes web scripts kernel advice measures",
    # Without `long`: `properties` runs the same tests beside it, optimised.
    "ci": "build system units judges processes web scripts kernel advice measures",
    "prove": "core-purity hot-path footprint digests systemd toml",
    "bench": "accuracy cost peers",
    "nightly": "kernel-repeat advice client-docs package scripts toolkits manners requests fuzz mutants plug-cycles guest-bars "
    "soak kills reproducible fresh peers faults sanitize walks",
}


def chosen(words: list[str]) -> list[Stage]:
    """The stages of sets and names, each once, after those whose results it uses."""
    stages: list[Stage] = []

    def add(stage: Stage) -> None:
        for base in stage.after:
            if not is_there(base, stages):
                add(STAGES[base])
        if stage not in stages:
            stages.append(stage)

    for word in words:
        for name in SETS.get(word, word).split():
            add(STAGES[name])
    return stages


def is_there(base: str, stages: list[Stage]) -> bool:
    """Whether nothing needs to build this: FLICKD_BUILT names programs, and all tests come with the programs."""
    is_debug = base in ("build", "programs")
    return is_debug and ("FLICKD_BUILT" in os.environ or STAGES["build"] in stages)


def is_untouched(stage: Stage, changed: list[str]) -> bool:
    """Whether nothing that this stage guards is among the changed files."""
    guards = tuple(f"{stage.guards} {WORKSHOP}".split())
    return bool(stage.guards) and not any(path.startswith(guards) for path in changed)
