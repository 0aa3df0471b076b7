// A row of three cards that follows the finger, and then flies on a spring. Run it with `cards-qt.py`.
import QtQuick 2.15
import QtQuick.Window 2.15
import Flickd 1.0

Window {
  id: window
  width: 480; height: 320; visible: true
  title: "Cards"; color: "#f2f2f7"

  // Just before each frame. The row needs frames only while it moves.
  onAfterAnimating: if (row.draw(service.now() + service.frameTime)) window.update()

  Service {
    id: service
    onReceived: text => window.receive(JSON.parse(text))
    onLost: row.lose()
  }

  function receive(line) {
    if (line.type === "hello") row.isRecording = line.clock === "recording"
    if (line.type === "hello") service.report("")
    if (line.type === "state" && !line.panels.length) service.report("flickd has no touchscreen: see `flickctl doctor`")
    if (line.type === "state" && line.panels.length) row.subscribe(line.panels[0])
    if (line.type === "panel" && line.change !== "removed") row.subscribe(line)
    if (line.type === "swipe") row.hear(line)
    if (line.type === "reply" && !line.ok) service.report("refused: " + line.error.message)
    if (line.type === "bye" && line.reason !== "shutdown") service.report("flickd ended the connection: " + line.detail)
  }

  Item {
    id: row
    x: 110 + offset; y: 50
    property real offset: 0 // In the newest frame.
    property real base: 0 // Where the translation counts from.
    property var finger: null // The newest line of the finger that moves the row.
    property var press: null // The press that holds a row in flight.
    property var flight: null // How the row comes to rest: { target, start, spring, t_us }.
    property bool isRecording: false
    property real shift: 0 // From the clock of the lines to ours, in µs.
    property real mostSpeed: Infinity // 5 m/s, in pixels per second: no finger is faster.
    readonly property var cards: [0, -300, -600] // The offsets at which the row rests, in pixels.
    readonly property var smooth: ({ stiffness: 157.914, damping: 25.133, initial_velocity: 0, settling_us: 750000 })

    Repeater {
      model: ["#ff375f", "#30b0c7", "#5e5ce6"]
      Rectangle {
        x: 300 * index; width: 260; height: 220; radius: 24
        color: modelData
        Text { anchors.centerIn: parent; text: index + 1; color: "white"; font { pixelSize: 96; bold: true } }
      }
    }

    // In pixels of the screen, so that the cards stay under the finger.
    function subscribe(panel) {
      mostSpeed = 5000 * Screen.width / panel.width_mm
      service.send(JSON.stringify({
        id: 1, request: "subscribe", phases: ["begin", "update", "end", "cancel", "press", "release"],
        unit: "px", panel_id: panel.panel_id, surface: { width: Screen.width, height: Screen.height },
        zones: [{ name: "cards", axis: "x", snap_points: cards, offset: flight ? flight.target : offset }]
      }))
    }

    function hear(line) {
      if (!line.zone || line.unit && line.unit !== "px") return // Not ours, or from before our subscription.
      // While a recording plays, the line that came soonest shows how far the clocks are apart.
      const late = isRecording ? service.now() - line.t_us : 0
      shift = line.phase === "begin" || line.phase === "press" ? late : Math.min(shift, late)
      if (line.phase === "press") {
        press = line.press_id
      } else if (line.phase === "begin" && !finger) {
        // The finger catches the row where it is drawn. Without the slop, the row would jump.
        const x = line.translation.x, y = line.translation.y
        base = offset - x * Math.min(line.slop / (Math.hypot(x, y) || 1), 1)
        finger = line
        flight = press = null
        service.send(JSON.stringify({ id: 2, request: "update", zone: "cards", offset: base }))
      } else if (finger && line.swipe_id === finger.swipe_id) {
        const isOver = line.phase === "end" || line.phase === "cancel"
        if (isOver) fly(line.zone.snap.offset, base + line.translation.x, line.zone.spring, line.t_us)
        finger = isOver ? null : line
      } else if (press !== null && line.press_id === press) {
        press = null
        if (flight) fly(flight.target, offset, smooth, line.t_us)
      }
      window.update()
    }

    function fly(target, from, spring, t_us) {
      flight = { target: target, start: from - target, spring: spring, t_us: t_us }
      window.update()
    }

    // Without flickd, the row flies to the nearest card.
    function lose() {
      const nearest = cards.reduce((a, b) => Math.abs(a - offset) <= Math.abs(b - offset) ? a : b)
      if (finger || press !== null) fly(nearest, offset, smooth, service.now() - shift)
      finger = press = null
    }

    // Moves the row to its offset when the frame is shown; returns whether it needs another frame.
    function draw(shown) {
      const frame = shown - shift // On the clock of the lines.
      if (finger) {
        offset = base + predicted(frame)
      } else if (flight && press === null) {
        const t = Math.max(frame - flight.t_us, 0), settling = flight.spring.settling_us
        const isAtRest = settling !== null && t >= settling
        offset = flight.target + (isAtRest ? 0 : displacement(flight.start, flight.spring, t / 1e6))
        if (isAtRest) flight = null
      }
      return finger !== null || flight !== null && press === null
    }

    // The translation of the finger when the frame is shown: docs/clients.md, "The frame".
    function predicted(frame) {
      const lead = Math.min(Math.max(frame - finger.t_us, 0), finger.estimate.window_us, 100000) / 1e6
      return finger.translation.x + Math.max(-mostSpeed, Math.min(finger.velocity.x, mostSpeed)) * lead
    }

    // How far the row is from its target t seconds after the release: docs/clients.md, "The spring".
    function displacement(start, spring, t) {
      const half = spring.damping / 2, rate = Math.sqrt(Math.abs(half * half - spring.stiffness))
      const decay = Math.exp(-half * t)
      let cosine = decay, sine = decay * t
      if (rate * t >= 1e-6 && half * half < spring.stiffness) {
        cosine = decay * Math.cos(rate * t)
        sine = decay * Math.sin(rate * t) / rate
      } else if (rate * t >= 1e-6) {
        const slow = Math.exp(-spring.stiffness / (half + rate) * t), fast = Math.exp(-(half + rate) * t)
        cosine = (slow + fast) / 2
        sine = (slow - fast) / (2 * rate)
      }
      return start * cosine + (spring.initial_velocity + half * start) * sine
    }
  }
}
