import { expect, test } from 'vitest'
import { makeWatchedPacer } from '@/tests/factories/watched-pacer'

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0

test('a person’s page behind saturated background work at 25/s waits 80 ms (median), 150 ms (p95) at most', async () => {
  const { clock, pacer } = makeWatchedPacer(25)
  let isOver = false
  const callForEver = async (priority: 'run' | 'schedule', lane: string) => {
    while (!isOver) (await pacer.slot({ priority, lane })).answered()
  }
  const callers = [1, 2, 3, 4].flatMap((lane) => [
    callForEver('run', `run ${lane}`),
    callForEver('schedule', `schedule ${lane}`),
  ])
  await clock.advance(5000)
  const waits: number[] = []
  // People arrive at all moments of a slot's gap, about two a second.
  for (let person = 0; person < 200; person++) {
    const page = pacer.slot({ priority: 'interactive', lane: `person ${person}` })
    await clock.advance(487 + (person % 41))
    const slot = await page
    slot.answered()
    waits.push(slot.waitedMs)
  }
  isOver = true
  await clock.advance(2000)
  await Promise.all(callers)
  const [median, p95] = [quantile(waits, 0.5), quantile(waits, 0.95)]
  console.log(
    `a person behind background work at 25/s: median ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
  )
  expect(median).toBeLessThanOrEqual(80)
  expect(p95).toBeLessThanOrEqual(150)
})

test('a run of five hundred pages delays the next page of another run by one slot, not by its length', async () => {
  const { clock, pacer, ask, names } = makeWatchedPacer(25)
  for (let page = 0; page < 500; page++) void ask('long run', { lane: 'long run' })
  await clock.advance(1000)
  const before = names().length
  void ask('other run', { lane: 'other run' })
  await clock.advance(200)
  expect(names().slice(before, before + 3)).toContain('other run')
  expect(pacer.figures().queued).toBeGreaterThan(400)
})

/** Counts reads of the clock, which do not depend on the machine's speed. */
test('ten thousand waiting calls cost no more per slot than ten: the clock is read equally often', async () => {
  const costOf = async (waiting: number): Promise<number> => {
    const { clock, pacer } = makeWatchedPacer(200)
    for (let call = 0; call < waiting; call++)
      void pacer.slot({ priority: 'run', lane: `run ${call % 50}` }).catch(() => undefined)
    let reads = 0
    const read = clock.monotonic
    clock.monotonic = () => {
      reads++
      return read()
    }
    await clock.advance(40)
    return reads
  }
  const [few, many] = [await costOf(10), await costOf(10_000)]
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThanOrEqual(few + 2)
})
