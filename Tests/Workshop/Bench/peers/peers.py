#!/usr/bin/env python3
"""Measures flickd beside a bare loop on libevdev and the programs of Debian, all on the same virtual touchscreens.

    peers.py [--quick] [--native] [--json] [--plots FOLDER]

The machine is the emulated guest of `make test ONLY=guest`, whose time is the number of its instructions: so a figure repeats
within 3 % on any host, however busy it is. --native measures this machine instead; that needs root and /dev/uinput.

--quick measures only the figures that have a bound in thresholds.json, without the programs of Debian. --json prints
the results of each run and each figure. --plots draws how the cost grows (it needs a full run).
The programs are those of `make build` (FLICKD_BUILT sets another folder). If the material has rig/bare.c, the loop with
which the figures of the plan were measured, it is measured too, and must cost the same as bare.c here.
Exit codes: 0 every figure is within its bound, 1 one is not, 69 something is missing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True

import figures
import plots
import scenes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
QEMU = ROOT / "Tests/Kernel/qemu"
BUILT = Path(os.environ.get("FLICKD_BUILT", ROOT / ".build/dist"))
# vm.py's guests count 8 ns for each instruction.
INSTRUCTION_NS = 8.0
COLUMNS = ("p50", "p95", "p99", "CPU", "calls", "wake-ups", "resident kB", "anonymous kB")


def compile_programs(folder: Path) -> bool:
    """Compiles the measuring program and the bare loops; returns whether the frozen loop is among them."""
    flags = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "libevdev"], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    compiler = ["cc", "-O2", "-Wall", "-Wextra", "-o"]
    subprocess.run([*compiler, folder / "drive", HERE / "drive.c", HERE / "panel.c"], check=True)
    subprocess.run([*compiler, folder / "bare", HERE / "bare.c", *flags], check=True)
    material = subprocess.run([ROOT / "packaging/material.sh"], check=True, stdout=subprocess.PIPE, text=True).stdout
    loop = Path(material.strip(), "rig/bare.c")
    if loop.exists():
        subprocess.run([*compiler[:2], "-w", "-o", folder / "frozen", loop, *flags], check=True)
    return loop.exists()


def fill(folder: Path) -> bool:
    """Fills a folder with all programs and settings."""
    flickd = BUILT / "flickd"
    if not flickd.exists():
        sys.exit("bench: there is no built flickd; run `make build` first")
    shutil.copy(flickd, folder / "flickd")
    for name, content in scenes.SETTINGS.items():
        (folder / f"{name}.toml").write_text(content, encoding="utf-8")
    return compile_programs(folder)


def run(wanted: list[scenes.Scene], folder: Path, is_native: bool) -> str:
    """Runs the scenes, and returns what they printed."""
    if is_native:
        command = ["bash", "-c", scenes.script(wanted, str(folder))]
        environment = dict(os.environ)
    else:
        image = subprocess.run([QEMU / "build.sh", "bench"], check=True, stdout=subprocess.PIPE, text=True).stdout
        environment = {**os.environ, "FLICKD_GUEST": image.strip()}
        # The guest unpacks the folder as it is named on this machine, without the root.
        script = f"{scenes.QUIET}\n{scenes.script(wanted, '/opt/bench')}"
        command = [str(QEMU / "vm.py"), "run", "--icount", "--limit", "3600", "--payload", str(folder.parents[1]), script]
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        sys.exit(f"bench: the measurement ended with {ended.returncode}:\n{ended.stdout[-2000:]}")
    return ended.stdout


def read(printed: str) -> tuple[figures.Results, dict[str, Any], list[str]]:
    """The results by scene, those of the start, and the programs that are missing."""
    results: figures.Results = {}
    missing: list[str] = []
    name = ""
    for line in printed.replace("\r", "").splitlines():
        if line.startswith("scene "):
            name = line.removeprefix("scene ")
        elif line.startswith("{"):
            results[name] = json.loads(line)
        elif line == "missing":
            if name.split(" ")[0] not in missing:
                missing.append(name.split(" ")[0])
        elif line:
            print(f"bench: {name}: {line}", file=sys.stderr)
    if "start" not in results:
        sys.exit("bench: the measurement is not complete")
    start = results.pop("start")
    return results, start, missing


def ratio(figure: dict[str, float], key: str) -> str:
    """A figure as text, or a dash."""
    return f"{figure[key]:.2f}" if key in figure else "–"


def print_table(results: figures.Results, figure: dict[str, float], is_native: bool) -> None:
    """One row for each run; latency and CPU are ratios to bare with as many fingers."""
    unit = "µs" if is_native else "k instructions"
    scale = 1000.0 if is_native else 1000.0 * INSTRUCTION_NS
    print(f"{'program, fingers':42}{''.join(f'{name:>12}' for name in COLUMNS)}")
    for name in sorted(results, key=lambda one: (int(one.split(" ")[1]), one.count(" "), one)):
        result = results[name]
        key = name.replace(" ", ".")
        calls = figures.calls_per_frame(result)
        row = [ratio(figure, f"latency.{key}.{part}") for part in ("p50", "p95", "p99")]
        row += [ratio(figure, f"cpu.{key}"), "–" if calls is None else f"{calls:.2f}"]
        row += [str(result.get("wakes", "–")), str(result["resident_kb"]), str(result["anonymous_kb"])]
        print(f"{name:42}{''.join(f'{cell:>12}' for cell in row)}")
    for name, result in results.items():
        if name.startswith("bare ") and result["move_ns"]["count"]:
            print(f"{name}: {figures.per_frame(result) / scale:.1f} {unit} a frame, p50 {result['move_ns']['p50'] / 1000:.0f} µs")


def print_bars(judged: list[tuple[dict[str, Any], float, bool]]) -> None:
    """One line for each bound."""
    for bar, value, holds in judged:
        bound = f"at most {bar['at_most']:g}" if "at_most" in bar else f"at least {bar['at_least']:g}"
        print(f"{'ok  ' if holds else 'MISS'} {bar['figure']:40} {value:10.2f}  {bound}: {bar['why']}")


def main() -> int:
    """Reads the command line, measures, and judges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--plots", type=Path)
    words = parser.parse_args()
    if words.plots and words.quick:
        parser.error("--plots needs a full run")
    if words.native and not os.access("/dev/uinput", os.W_OK):
        print("bench: /dev/uinput is not writable; as root, `modprobe uinput`", file=sys.stderr)
        return 69

    with tempfile.TemporaryDirectory(prefix="flickd-bench-") as scratch:
        folder = Path(scratch, "opt/bench")
        folder.mkdir(parents=True)
        has_frozen = fill(folder)
        wanted = scenes.quick() if words.quick else scenes.quick() + scenes.growth() + scenes.peers(True)
        results, start, missing = read(run(wanted + (scenes.frozen() if has_frozen else []), folder, words.native))
    instruction = 1.0 if words.native else INSTRUCTION_NS
    figure = figures.calculate(results, start, instruction)
    bars = json.loads((HERE / "thresholds.json").read_text(encoding="utf-8"))["bars"]
    # Bounds in instructions, and what the guest repeats, do not apply to another machine.
    judged = [] if words.native else figures.judge(figure, bars)
    if words.json:
        print(json.dumps({"results": results, "start": start, "missing": missing, "figures": figure}, indent=1))
    else:
        print_table(results, figure, words.native)
        print_bars(judged)
    for program in [*missing, "touchegg (in no Debian)"] if not words.quick else missing:
        print(f"bench: skipped {program}", file=sys.stderr)
    if words.plots:
        plots.draw(results, words.plots)
    return 0 if all(holds for _, _, holds in judged) else 1


if __name__ == "__main__":
    sys.exit(main())
