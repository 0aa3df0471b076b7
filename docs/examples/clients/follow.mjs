// Moves a row of three cards with the finger; prints the time (s), the offset (pt) and the cause of each frame.
import net from "node:net";
import readline from "node:readline";

const path = process.env.FLICKD_SOCKET ?? "/run/flickd/flickd.sock";
const cards = [0, -296, -592]; // The offsets at which the row rests, in pt.
const frameTime = 16_667; // The time between frames, and from drawing a frame until it is shown, in µs.
const mostLead = 100_000; // µs
const mostSpeed = (5000 * 163) / 25.4; // 5 m/s, in pt/s.
const now = () => Number(process.hrtime.bigint() / 1000n); // CLOCK_MONOTONIC

/** The translation when the frame is shown, from the newest line of the finger. */
function predicted(line, frame) {
  const lead = Math.min(Math.max(frame - line.t_us, 0), line.estimate.window_us, mostLead) / 1e6;
  return line.translation.x + Math.max(-mostSpeed, Math.min(line.velocity.x, mostSpeed)) * lead;
}

/** How far content on a spring is from its target t seconds after the release. */
function displacement(start, velocity, { stiffness, damping }, t) {
  const half = damping / 2;
  const rate = Math.sqrt(Math.abs(half * half - stiffness));
  const decay = Math.exp(-half * t);
  let [cosine, sine] = [decay, decay * t];
  if (rate * t >= 1e-6 && half * half < stiffness) {
    [cosine, sine] = [decay * Math.cos(rate * t), (decay * Math.sin(rate * t)) / rate];
  } else if (rate * t >= 1e-6) {
    const [slow, fast] = [Math.exp((-stiffness / (half + rate)) * t), Math.exp(-(half + rate) * t)];
    [cosine, sine] = [(slow + fast) / 2, (slow - fast) / (2 * rate)];
  }
  return start * cosine + (velocity + half * start) * sine;
}

const row = {
  offset: 0, // In the newest frame.
  base: 0, // Where the translation counts from.
  finger: null, // The newest line of the finger that moves the row.
  release: null, // The `end` or `cancel` after which the spring moves the row.

  /** Processes a swipe of the row. Returns the base of a new swipe, which flickd must know. */
  hear(line) {
    if (line.phase === "begin" && !this.finger) {
      // The finger catches the row where it is drawn. Without the slop, the row would jump.
      const { x, y } = line.translation;
      this.base = this.offset - x * Math.min(line.slop / (Math.hypot(x, y) || 1), 1);
      this.finger = line;
      return this.base;
    }
    if (line.swipe_id !== this.finger?.swipe_id) return null;
    const isOver = line.phase === "end" || line.phase === "cancel";
    this.finger = isOver ? null : line;
    this.release = isOver ? line : null;
    return null;
  },

  /** Moves the row to its offset when the frame is shown; returns what moves the row. */
  draw(frame) {
    if (this.finger) {
      this.offset = this.base + predicted(this.finger, frame);
      return "finger";
    }
    const { t_us, translation, zone: { snap, spring } } = this.release;
    const t = Math.max(frame - t_us, 0);
    if (spring.settling_us !== null && t >= spring.settling_us) {
      this.offset = snap.offset;
      this.release = null;
      return `card ${snap.index}`;
    }
    const start = this.base + translation.x - snap.offset;
    this.offset = snap.offset + displacement(start, spring.initial_velocity, spring, t / 1e6);
    return "spring";
  },

  /** Without flickd, a release goes on to its end, and a row that a finger held rests at the nearest card. */
  lose() {
    if (!this.finger) return;
    const off = (card) => Math.abs(card - this.offset);
    const offset = cards.reduce((best, card) => (off(card) < off(best) ? card : best));
    const zone = { snap: { offset, index: cards.indexOf(offset) }, spring: { settling_us: 0 } };
    this.release = { t_us: 0, translation: this.finger.translation, zone };
    this.finger = null;
  },
};

let shift = 0; // From the clock of the lines to ours, in µs.
let timer = null; // Of the next frame.

function draw() {
  const shown = now() + frameTime - shift; // On the clock of the lines.
  const cause = row.draw(shown);
  console.log((shown / 1e6).toFixed(6), row.offset.toFixed(3), cause);
  timer = row.finger || row.release ? setTimeout(draw, frameTime / 1000) : null;
}

function follow() {
  let clock = "monotonic";
  const service = net.connect(path);
  const send = (id, request, fields) => service.write(`${JSON.stringify({ id, request, ...fields })}\n`);
  const subscribe = () => {
    const offset = row.release?.zone.snap.offset ?? row.offset;
    const zones = [{ name: "cards", axis: "x", snap_points: cards, offset }];
    send(1, "subscribe", { phases: ["begin", "update", "end", "cancel"], unit: "pt", zones });
  };
  const swipe = (line) => {
    // While a recording plays, the line that came soonest shows how far the clocks are apart.
    const late = clock === "recording" ? now() - line.t_us : 0;
    shift = line.phase === "begin" ? late : Math.min(shift, late);
    const base = row.hear(line);
    if (base !== null) send(2, "update", { zone: "cards", offset: base });
    if (timer === null && (row.finger || row.release)) draw();
  };
  service.on("error", (error) => {
    if (error.code !== "EACCES") console.error("flickd is not there:", error.message);
    else console.error(`no permission for ${path}: \`flickctl doctor\` shows how to get it`);
  });
  service.on("close", () => {
    row.lose();
    setTimeout(follow, 1000);
  });
  readline.createInterface({ input: service }).on("error", () => {}).on("line", (text) => {
    const line = JSON.parse(text);
    if (line.type === "hello") {
      clock = line.clock;
      subscribe();
    }
    if (line.type === "swipe" && line.zone) swipe(line);
    if (line.type === "reply" && !line.ok) console.error("refused:", line.error.message);
    if (line.type === "bye") {
      console.error(`bye: ${line.reason}: ${line.detail}`);
      if (line.reason === "denied") process.exit(77); // Trying again is of no use.
    }
  });
}

follow();
