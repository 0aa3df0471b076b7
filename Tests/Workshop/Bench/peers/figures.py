"""The figures of `make bench ONLY=peers`, from what `drive` printed."""

from __future__ import annotations

from typing import Any

Results = dict[str, dict[str, Any]]


def per_frame(result: dict[str, Any]) -> float:
    """The CPU time of a frame, in ns."""
    return result["cpu_ns"] / result["frames"]


def calls_per_frame(result: dict[str, Any]) -> float | None:
    """The number of system calls of a frame."""
    calls = result.get("calls")
    return sum(calls.values()) / result["call_frames"] if calls else None


def latency(results: Results, figures: dict[str, float]) -> None:
    """The latencies, as ratios to bare."""
    for fingers in (1, 2, 5, 10):
        bare = results.get(f"bare {fingers}")
        if bare is None:
            continue
        for name, result in results.items():
            words = name.split(" ", 2)
            is_ordinary = words[1:] == [str(fingers)] or words[1:] == [str(fingers), "apart"]
            if not is_ordinary or not result["move_ns"]["count"]:
                continue
            for part in ("p50", "p95", "p99"):
                key = ".".join(["latency", *words, part])
                figures[key] = result["move_ns"][part] / bare["move_ns"][part]


def cost(results: Results, figures: dict[str, float]) -> None:
    """The CPU of a frame, as ratios to bare."""
    for name, result in results.items():
        bare = results.get(f"bare {name.split(' ')[1]}")
        if bare is not None:
            figures["cpu." + name.replace(" ", ".")] = per_frame(result) / per_frame(bare)


def steps(results: Results, figures: dict[str, float], instruction_ns: float) -> None:
    """What one line and one subscriber more cost, in instructions."""
    cpu = {name: per_frame(result) / instruction_ns for name, result in results.items()}
    ten = cpu["updates 10 apart"] - cpu["ends 10 apart"]
    one = cpu["updates 1"] - cpu["ends 1"]
    figures["step.line"] = (ten - one) / 9
    figures["step.subscriber"] = (cpu["updates 1 clients=8"] - cpu["updates 1"]) / 7
    figures["max_rate.cpu"] = cpu["updates 1 max_rate=30"] / cpu["updates 1"]
    # One of four frames sends an update. Each of the others costs what a frame without updates costs, and the delay.
    held = (cpu["updates 1 max_rate=30"] - cpu["updates 1"] / 4) / 0.75
    figures["step.held"] = held - cpu["ends 1"]


def behaviour(results: Results, figures: dict[str, float]) -> None:
    """System calls, overload, idleness and memory."""
    for program in ("updates", "ends"):
        calls = calls_per_frame(results[f"{program} 1"])
        if calls is not None:
            figures[f"calls.{program}"] = calls
    fast = results["updates 10 rate=1000"]
    # Each stroke has 1002 frames.
    strokes, seconds = fast["frames"] / 1002, fast["frames"] / 1000
    figures["overload.missing_begins"] = strokes - fast["begins"]
    figures["overload.missing_ends"] = strokes - fast["ends"]
    figures["overload.dropped"] = fast["dropped"]
    figures["overload.updates_per_second"] = fast["updates"] / seconds
    figures["idle.wakes"] = results["updates 1"]["wakes"]
    crowd = results["updates 10 panels=4 clients=8 apart"]
    figures["memory.crowd_kb"] = crowd["resident_kb"]
    figures["memory.crowd_anonymous_kb"] = crowd["anonymous_kb"]


def beside(figures: dict[str, float]) -> None:
    """flickd beside each other program: below 1, flickd is ahead."""
    for what in ("latency", "cpu"):
        for fingers in (1, 2, 5, 10):
            for peer in ("bare2", "libinput", "evtest", "lisgd"):
                for part in ("p50", "p99") if what == "latency" else (None,):
                    tail = f".{part}" if part else ""
                    ours = figures.get(f"{what}.updates.{fingers}{tail}")
                    theirs = figures.get(f"{what}.{peer}.{fingers}{tail}")
                    if ours is not None and theirs is not None:
                        figures[f"beside.{peer}.{what}.{fingers}{tail}"] = ours / theirs


def calculate(results: Results, start: dict[str, Any], instruction_ns: float) -> dict[str, float]:
    """All figures."""
    figures: dict[str, float] = {}
    latency(results, figures)
    cost(results, figures)
    steps(results, figures, instruction_ns)
    behaviour(results, figures)
    beside(figures)
    served, nothing = start["start_ns"]["p50"], start["true_ns"]["p50"]
    # The bound of the plan is 3 × /bin/true and 2 ms.
    figures["start.part_of_bound"] = served / (3 * nothing + 2_000_000)
    return figures


def judge(figures: dict[str, float], bars: list[dict[str, Any]]) -> list[tuple[dict[str, Any], float, bool]]:
    """Each bar with its figure, and whether it holds."""
    judged = []
    for bar in bars:
        value = figures.get(bar["figure"])
        if value is None:
            if bar.get("if_measured"):
                continue
            raise SystemExit(f"bench: there is no figure {bar['figure']}; correct thresholds.json or figures.py")
        holds = value <= bar["at_most"] if "at_most" in bar else value >= bar["at_least"]
        judged.append((bar, value, holds))
    return judged
