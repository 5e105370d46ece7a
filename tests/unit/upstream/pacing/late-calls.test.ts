import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacers } from '@/lib/upstream/pacing'
import { inTurn } from '@/tests/factories/saturation'
import { makeSlotRow } from '@/tests/factories/slot-row'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const CALLERS = 30
const SECONDS = 5

/**
 * Returns when the calls of processes that share a key leave. `delays` holds, for each process, how many
 * milliseconds after their slots its calls leave, in turn.
 */
async function leaveLate(rate: number, delays: readonly (readonly number[])[]): Promise<number[]> {
  const clock = makeVirtualClock()
  const row = makeSlotRow(clock)
  const left: number[] = []
  let isOver = false
  const start = (spread: readonly number[]) => {
    const delay = inTurn(spread)
    const pacers = createPacers(clock, row)
    const pacer = pacers.for('key', rate, 'ref')
    const callForEver = async () => {
      while (!isOver) {
        const slot = await pacer.slot()
        await clock.sleep(delay())
        slot.reportSent()
        left.push(clock.monotonic())
        slot.answered()
      }
    }
    for (let caller = 0; caller < CALLERS; caller++) void callForEver().catch(() => undefined)
    return pacers
  }
  const processes = delays.map(start)
  await clock.advance(SECONDS * 1000)
  isOver = true
  for (const pacers of processes) pacers.closeAll()
  return left.filter((at) => at <= SECONDS * 1000).sort((a, b) => a - b)
}

const closest = (left: readonly number[], rate: number): number =>
  Math.min(...left.slice(rate).map((at, place) => at - (left[place] ?? 0)))

test.each([25, 200])(
  'at %i a second, a call that leaves long after its slot delays the one a second later, in whichever process',
  async (rate) => {
    const calm = Array.from({ length: 40 }, () => 0.5)
    const left = await leaveLate(rate, [
      [...calm, 30, ...calm, 60, 12],
      [...calm, 0.5],
    ])
    expect(closest(left, rate)).toBeGreaterThan(1005)
    expect(left.length / (SECONDS * rate)).toBeGreaterThanOrEqual(0.96)
  },
)

test('whichever calls leave late, no second holds more than the pack allows', async () => {
  const spread = fc.array(fc.oneof(fc.constant(1), fc.nat(15), fc.nat(120)), { minLength: 1, maxLength: 12 })
  const processes = fc.array(spread, { minLength: 1, maxLength: 4 })
  const runs = fc.asyncProperty(fc.constantFrom(10, 25, 60), processes, async (rate, delays) => {
    const left = await leaveLate(rate, delays)
    expect(closest(left, rate)).toBeGreaterThanOrEqual(1000)
  })
  // If nearly all calls leave late, the row holds records of a whole second.
  const examples: [number, number[][]][] = [
    [60, [[0], [0], [81]]],
    [60, [[81], [81], [81]]],
  ]
  await fc.assert(runs, { numRuns: 40, examples })
})
