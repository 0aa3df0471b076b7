// The cases of Tests/Cases/springs.json, which Tests/FlickClientTests/Physics/SpringCaseTests.swift reads too.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Flight, Spring } from '../../Sources/Web/flick.js'
import { Swipe } from '../../Sources/Web/flick/swipe.js'
import { near } from './kit.mjs'

const cases = JSON.parse(readFileSync(new URL('../Cases/springs.json', import.meta.url), 'utf8'))
/** JSON has no NaN and no infinity: words stand for these numbers. */
const numbers = spring => Object.fromEntries(Object.entries(spring).map(([key, value]) => [key, Number(value)]))
const relative = (found, stated, words) => near(found, stated, 1e-9 * Math.max(Math.abs(stated), 1e-9), words)

describe('Springs with stated truth', () => {
  test('have the same numbers in each form', () => {
    assert.ok(cases.springs.length >= 25)
    for (const row of cases.springs) {
      const found = new Spring(row.spring)
      const forms = [
        found, new Spring(found), new Spring({ duration: found.duration, bounce: found.bounce }),
        new Spring({ response: found.duration, dampingFraction: found.dampingFraction }),
        new Spring({ mass: 2, stiffness: 2 * found.stiffness, damping: 2 * found.damping }),
      ]
      for (const form of forms) {
        for (const name of ['stiffness', 'damping', 'duration', 'dampingFraction']) {
          relative(form[name], row[name], JSON.stringify(row.spring))
        }
        near(form.bounce, row.bounce, 1e-9, JSON.stringify(row.spring))
      }
    }
  })

  test('move as stated, to a billionth', () => {
    assert.ok(cases.motions.length >= 400)
    for (const { spring, start, time, ...stated } of cases.motions) {
      const found = new Spring(spring)
      const state = found.state(time, start)
      const flight = new Flight(300 + start.displacement, 300, start.velocity, found)
      const pace = Math.sqrt(found.stiffness)
      const swing = Math.abs(start.displacement) + Math.abs(start.velocity) / pace
      const words = JSON.stringify({ spring, start, time })
      near(state.displacement, stated.displacement, 1e-9 * swing, words)
      near(state.velocity, stated.velocity, 1e-9 * swing * pace * Math.max(found.dampingFraction, 1), words)
      near(flight.offset(time), 300 + stated.displacement, 1e-9 * (swing + 300), words)
      near(flight.velocity(time), stated.velocity, 1e-9 * (swing + 300) * pace * Math.max(found.dampingFraction, 1), words)
    }
  })

  test('come to rest at the stated time', () => {
    assert.ok(cases.settlingTimes.length >= 80)
    for (const { spring, start, tolerance, settlingTime } of cases.settlingTimes) {
      const found = new Spring(spring).settlingTime(start, tolerance)
      near(found, settlingTime, 1e-6 + 1e-9 * settlingTime, JSON.stringify({ spring, start, tolerance }))
    }
  })

  test('are refused with the name of the parameter', () => {
    assert.ok(cases.invalid.length >= 45)
    for (const { spring, parameter } of cases.invalid) {
      assert.throws(() => new Spring(numbers(spring)), error =>
        error instanceof RangeError && error.message.startsWith(`${parameter} is `) && /: use .*\d/.test(error.message),
      JSON.stringify(spring))
    }
  })

  test('have SwiftUI\'s names', () => {
    assert.equal(cases.presets.length, 5)
    for (const { name, duration, dampingFraction } of cases.presets) {
      near(Spring[name].duration, duration, 1e-12)
      near(Spring[name].dampingFraction, dampingFraction, 1e-12)
    }
  })
})

describe('A spring', () => {
  test('is refused if its keys are not of one form, or if one is missing', () => {
    for (const [spring, words] of [
      [{ dampingFraction: 0.7 }, /^response is missing/], [{ stiffness: 200 }, /^damping is missing/],
      [{ damping: 20 }, /^stiffness is missing/], [{ mass: 1 }, /^stiffness is missing/],
      [{ duration: 1, stiffness: 9, damping: 1 }, /not of one form: duration, stiffness, damping/],
      [{ response: 1, bounce: 0 }, /not of one form: response, bounce/],
      [{ damping_fraction: 1 }, /not of one form: damping_fraction/],
    ]) assert.throws(() => new Spring(spring), error => error instanceof TypeError && words.test(error.message), JSON.stringify(spring))
    assert.throws(() => new Spring({ duration: '500ms' }), /^RangeError: duration is 500ms s: use 0.001 to 60 s/)
    assert.deepEqual(new Spring({ duration: 0.4, bounce: undefined }), new Spring({ duration: 0.4 }))
  })

  test('of a hand-off settles, whatever flickd\'s configuration sets', () => {
    const received = (stiffness, damping) =>
      new Swipe({ phase: 'end', zone: { name: 'a', spring: { stiffness, damping, initial_velocity: 0 } } }).handOff.spring
    const usual = received(157.914, 25.133)
    assert.deepEqual([usual.stiffness, usual.damping], [157.914, 25.133])
    near(received(157.914, 0).dampingFraction, 0.01, 1e-12)
    near(received(157.914, 1e6).dampingFraction, 100, 1e-9)
    near(received(1e-6, 1).duration, 60, 1e-9)
    near(received(1e9, 1e4).duration, 0.001, 1e-12)
    assert.equal(received(undefined, 1), Spring.standard)
    assert.ok(new Flight(100, 0, 5000, received(1e-6, 0)).settlingTime() < Infinity)
  })

  test('needs a tolerance above 0, and a flight finite numbers', () => {
    for (const tolerance of [0, -1, NaN]) {
      assert.throws(() => Spring.smooth.settlingTime({ displacement: 1, velocity: 0 }, tolerance), /^RangeError: the tolerance is/)
    }
    assert.throws(() => new Flight(NaN, 0), /^RangeError: from is NaN/)
    assert.throws(() => new Flight(0, Infinity), /^RangeError: target is Infinity/)
    assert.throws(() => new Flight(0, 1, NaN), /^RangeError: velocity is NaN/)
  })
})
