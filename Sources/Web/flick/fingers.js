// How fingers on a zone form one swipe: the rules of GestureCore's Recognizer+Fingers.swift. One thing differs: a swipe
// that has begun goes on with its fingers, unless they rest and a finger that landed later moves.
//
// A finger is {id, zones, x, y, time, landed, start, track}. A track is one swipe, or possible swipe, of its `fingers`;
// `waitsFor` is the swipe beside which its finger has landed. A finger without a track is ignored until it lifts.
import { MM } from './units.js'

/** The longest distance between a finger that lands and the fingers that it joins. */
const APART = 100 * MM
/** Fingers that land within this time of each other count from their landings, others from the last landing, in ms. */
const WITHIN = 100
/** Fingers that have not begun a swipe for longer than this after their last landing rest, in ms. */
const RESTS_AFTER = 300
/** A finger that lands beside a swipe has no part in it before this age, in ms. */
const FURTHER_AFTER = 60
const MOST = 10

/** The nearest of `others` whose swipe, or possible swipe, a finger that lands belongs to; undefined without one. */
export function nearestTo(finger, others) {
  const off = ({ x, y }) => Math.hypot(x - finger.x, y - finger.y)
  return [...others]
    .filter(other => off(other) <= APART && accepts(groupOf(other), finger))
    .sort((a, b) => off(a) - off(b))[0]
}

/** The track of a finger, or the swipe beside which it has landed. */
export const groupOf = ({ track }) => track?.waitsFor ?? track

function accepts(track, finger) {
  if (!track || track === finger.track || track.isOver || track.fingers.length === MOST) return false
  if (track.swipe) return finger.zones.includes(track.zone)
  const lastLanding = Math.max(...track.fingers.map(({ landed }) => landed))
  return track.fingers[0].zones[0] === finger.zones[0] && finger.landed - lastLanding <= RESTS_AFTER
}

/** Whether a finger beside a swipe is too young to have a part in it. */
export const isYoung = ({ landed }, now) => now - landed < FURTHER_AFTER

/** Whether a finger that moves beside a swipe ends it: the content follows the finger that moves. */
export const takesOver = (finger, { waitsFor, excursion }, now, slop) =>
  excursion > slop && !isYoung(finger, now) && now - waitsFor.changed > RESTS_AFTER

/** Adds a finger to the track of the nearest one; if it is late, all displacements restart. */
export function join(finger, nearest) {
  const { track } = nearest
  if (finger.landed - nearest.landed > WITHIN) {
    for (const other of track.fingers) other.start = { x: other.x, y: other.y }
    track.landed = finger.landed
    track.idle = 0
  }
  track.hasWaited ||= finger.track.hasWaited
  finger.track = track
  track.fingers.push(finger)
  track.follow()
}

/** Whether two fingers have moved against each other by more than twice the slop further than together. */
export function isPinch({ fingers }, slop) {
  const ways = fingers.map(({ x, y, start }) => ({ x: x - start.x, y: y - start.y }))
  return ways.some((a, index) => ways.slice(0, index).some(b =>
    a.x * b.x + a.y * b.y < 0 && Math.hypot(a.x - b.x, a.y - b.y) > Math.hypot(a.x + b.x, a.y + b.y) + 2 * slop))
}
