// A touchscreen of umockdev for `flickctl studio`. It lies on the display of the page: one CSS pixel is one on the panel.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { framesOf } from './fingers.mjs'
import { MILLIMETRES, recordingOf } from './recording.mjs'
import { built } from './service.mjs'
import { until } from './waiting.mjs'

const NODE = '/dev/input/event5'
const PARENT = '/devices/virtual/input/input5'
const [SLOT, ID, TOUCH] = [0x2f, 0x39, 0x14a]
/** The number of times that a test may play fingers. */
const MAX_PLAYS = 400

const littleEndian = (number, size) =>
  Array.from({ length: size }, (_, index) => Number(BigInt.asUintN(8, BigInt(number) >> BigInt(8 * index))))
const hexadecimal = (bytes, size) => Buffer.from([...bytes, ...Array(size).fill(0)].slice(0, size)).toString('hex')
  .toUpperCase()

/** The codes as bits in this many bytes. */
function bits(codes, size) {
  const bytes = Array(size).fill(0)
  for (const code of codes) if (code >> 3 < size) bytes[code >> 3] |= 1 << (code & 7)
  return hexadecimal(bytes, size)
}

/** The codes as the kernel writes them below /sys: words of 64 bits, the highest first. */
function words(codes) {
  const all = codes.reduce((sum, code) => sum | 1n << BigInt(code), 0n)
  const list = []
  for (let rest = all; rest > 0n || list.length === 0; rest >>= 64n) list.unshift(BigInt.asUintN(64, rest).toString(16))
  return list.join(' ')
}

/** The panel of a recording in umockdev's two forms: what udev reports, and what libevdev's calls answer. */
function described(recording) {
  const lines = recording.split('\n')
  const name = lines.find(line => line.startsWith('N: ')).slice(3)
  const ids = lines.find(line => line.startsWith('I: ')).slice(3).split(' ')
  const axes = lines.filter(line => line.startsWith('A: ')).map(line => line.slice(3).split(' '))
    .map(([code, ...range]) => [parseInt(code, 16), range.map(Number)])
  const codes = axes.map(([code]) => code)
  const device = [
    `P: ${PARENT}`, 'E: SUBSYSTEM=input', `E: NAME="${name}"`, `A: name=${name}\\n`, 'A: phys=usb-walk/input0\\n',
    'A: uniq=\\n', ...['bustype', 'vendor', 'product', 'version'].map((word, index) => `A: id/${word}=${ids[index]}\\n`),
    'A: properties=2\\n', `A: capabilities/abs=${words(codes)}\\n`, `A: capabilities/key=${words([TOUCH])}\\n`,
    'A: capabilities/rel=0\\n', '', `P: ${PARENT}/event5`, 'N: input/event5', `E: DEVNAME=${NODE}`, 'E: MAJOR=13',
    'E: MINOR=69', 'E: SUBSYSTEM=input', 'E: ID_INPUT=1', 'E: ID_INPUT_TOUCHSCREEN=1', 'L: device=../../input5', '', '',
  ]
  const title = [...Buffer.from(name), 0]
  const calls = [
    `@DEV ${NODE}`, `EVIOCGBIT(0) 8 ${bits([0, 1, 3], 8)}`, `EVIOCGNAME(0) ${title.length} ${hexadecimal(title, 255)}`,
    `EVIOCGID 0 ${hexadecimal(ids.flatMap(id => littleEndian(parseInt(id, 16), 2)), 8)}`, 'EVIOCGVERSION 0 01000100',
    `EVIOCGPROP(0) 8 ${hexadecimal([2], 8)}`, `EVIOCGBIT(1) 96 ${bits([TOUCH], 96)}`, `EVIOCGBIT(2) 8 ${bits([], 8)}`,
    `EVIOCGBIT(3) 8 ${bits(codes, 8)}`, ...['KEY(0) 96', 'LED(0) 8', 'SW(0) 8'].map(call =>
      `EVIOCG${call} ${bits([], Number(call.split(' ')[1]))}`),
    ...[[4, 8], [5, 8], [17, 8], [18, 8], [21, 16]].map(([type, size]) =>
      `EVIOCGBIT(${type}) ${size} ${bits([], size)}`),
    ...axes.map(([code, range]) => `EVIOCGABS${code === 0 ? '' : `(${code})`} 0 `
      + hexadecimal([0, ...range].flatMap(number => littleEndian(number, 4)), 24)),
    // libevdev requests 256 slots at once, after the code.
    ...codes.filter(code => code > SLOT).map(code => `EVIOCGMTSLOTS(0) 0 `
      + hexadecimal([code, ...Array(256).fill(code === ID ? -1 : 0)].flatMap(number => littleEndian(number, 4)), 1028)),
  ]
  return { device: device.join('\n'), calls: `${calls.join('\n')}\n` }
}

export class Touchscreen {
  #played = 0

  /** Plugs in a panel that lies on a display of this size in CSS pixels. */
  static async start(surface) {
    const screen = new Touchscreen()
    screen.surface = surface
    screen.folder = mkdtempSync(join(tmpdir(), 'flick-panel-'))
    const file = name => join(screen.folder, name)
    const { device, calls } = described(recordingOf([], surface, 0))
    writeFileSync(file('device'), device)
    writeFileSync(file('calls'), calls)
    const plays = Array.from({ length: MAX_PLAYS }, (_, number) =>
      [`await ${file(`cue-${number}`)}`, `play ${NODE} ${file(`events-${number}`)}`])
    writeFileSync(file('script'), [`add ${file('device')} ${file('calls')}`, `open ${file('opened')}`, 'monotonic',
      ...plays.flat()].join('\n'))
    const libraries = ['monotonic-clock', 'whole-events'].map(name => {
      const source = fileURLToPath(new URL(`../../Probes/${name}.c`, import.meta.url))
      execFileSync('cc', ['-shared', '-fPIC', '-o', file(`${name}.so`), source, '-ldl'])
      return file(`${name}.so`)
    })
    screen.child = spawn('umockdev-wrapper', [join(built, 'evdev-probe'), 'stage', file('script')],
      { stdio: ['ignore', 'ignore', 'inherit'] })
    await until('the panel is plugged in', () => read(file('opened')) !== '')
    /** What a program needs to see the panel. */
    screen.environment = {
      UMOCKDEV_DIR: read(file('opened')), LD_PRELOAD: [...libraries, 'libumockdev-preload.so.0'].join(':'),
    }
    return screen
  }

  /** Plays fingers, whose positions are in CSS pixels of the display; `warp` is what the panel reports of them. */
  play(fingers, warp = point => point) {
    const frames = framesOf(fingers).map(frame =>
      ({ ...frame, touches: frame.touches.map(touch => ({ ...touch, ...warp(touch) })) }))
    writeFileSync(join(this.folder, `events-${this.#played}`), recordingOf(frames, this.surface, 0))
    writeFileSync(join(this.folder, `cue-${this.#played++}`), '')
  }

  /** A warp by an offset in mm and a rotation about the middle in degrees, on a panel that ends at its edges. */
  warp({ offset = 0, rotation = 0 }) {
    const { width, height } = this.surface
    const [sine, cosine] = [Math.sin(rotation * Math.PI / 180), Math.cos(rotation * Math.PI / 180)]
    const within = (value, most) => Math.min(Math.max(value, 0), most)
    return ({ x, y }) => {
      const [right, down] = [x - width / 2, y - height / 2]
      return {
        x: within(width / 2 + right * cosine - down * sine + offset / MILLIMETRES, width),
        y: within(height / 2 + right * sine + down * cosine, height),
      }
    }
  }

  stop() {
    this.child.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
