"""Makes the tables of people's strokes: the iPad's from its session logs, shapewriting from the logs of words."""

import re

HEADER = "stroke_id,user,device,session,t_us,x_px,y_px,event,label"
# What a session of the iPad study asked for, by its number.
SESSIONS = {"2": "drag", "5": "multitouch"}


def row(*words):
    """A line of a table; none of its words has a comma."""
    return ",".join(str(word) for word in words)


def stroke_rows(stroke, user, device, session, samples, lift, label):
    """The rows of a stroke: down, moves and lift, each as (time, x, y)."""
    for number, (time, x, y) in enumerate(samples):
        yield row(stroke, user, device, session, time, x, y, "M" if number else "D", label)
    yield row(stroke, user, device, session, *lift, "U", label)


def read_session(text):
    """The touches of a session log of the iPad: samples until the lift and its time by touch, in ms."""
    touches, open_touches = [], {}
    for line in text.split("\n"):
        words = line.strip().split(",")
        if len(words) != 5:
            continue
        touch, kind, x, y, time = words
        if kind == "touchdown":
            open_touches[touch] = []
        if touch not in open_touches:
            continue
        if kind == "touchend":
            touches.append((open_touches.pop(touch), int(time)))
        else:
            open_touches[touch].append((int(time), x, y))
    return sorted(touches, key=lambda touch: touch[0][0][0])


def ipad(sessions):
    """The table of the iPad's strokes from (path, text) of its logs in the order of users and sessions."""
    rows, counts = [HEADER], {}
    for path, text in sessions:
        user, session = re.search(r"users/(\d+)/(?:\1_(?=\d_))?(.*)\.txt", path).groups()
        user, label = f"u{user}", SESSIONS.get(session[0], "tap")
        touches = read_session(text)
        start = min(samples[0][0] for samples, _ in touches)
        for samples, lift in touches:
            counts[user] = counts.get(user, 0) + 1
            moved = [((time - start) * 1000, x, y) for time, x, y in sorted(samples, key=lambda s: s[0])]
            end = ((lift - start) * 1000, *moved[-1][1:])
            rows += stroke_rows(f"ipad-{user}-{counts[user]}", user, "ipad", session, moved, end, label)
    return "\n".join(rows) + "\n"


def read_words(text):
    """The strokes of a log of words: the rows of each from its touchstart to its touchend."""
    strokes, current = [], None
    for line in text.split("\n")[1:]:
        words = line.split(" ")
        if len(words) < 10:
            continue
        if words[4] == "touchstart":
            current = []
            strokes.append(current)
        if current is not None:
            current.append(words)
            if words[4] == "touchend":
                current = None
    return strokes


def shapewriting(users, read):
    """The table of the strokes that the manifest names; `read` answers a log's text."""
    rows = [HEADER]
    for about in users:
        user, strokes = about["user"], read_words(read(about["path"]))
        start = int(strokes[about.get("origin", 0)][0][1])
        for number, index in enumerate(about["strokes"], start=1):
            lines = sorted(strokes[index], key=lambda words: int(words[1]))
            samples = [((int(w[1]) - start) * 1000, w[5], w[6]) for w in lines if w[4] != "touchend"]
            end = next(words for words in lines if words[4] == "touchend")
            lift = ((int(end[1]) - start) * 1000, end[5], end[6])
            device = f"android-phone-{lines[0][2]}css"
            rows += stroke_rows(f"shape-{user}-{number}", user, device, "", samples, lift, "shapewriting")
    return "\n".join(rows) + "\n"
