import { expect, test } from 'vitest'
import { createPendingWrites } from '@/lib/collect/runs/purchase/kept-writes'
import { conflict } from '@/lib/kernel'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const away = () => Promise.reject(new Error('The database is away'))

test('a write is tried again, with growing pauses, until it succeeds, and is told that an earlier try may have succeeded', async () => {
  const clock = makeVirtualClock()
  const kept = createPendingWrites(clock)
  const tries: [number, boolean][] = []
  const written = kept.write((again) => {
    tries.push([clock.monotonic(), again])
    return clock.monotonic() < 600_000 ? away() : Promise.resolve('written')
  })
  await clock.advance(603_000)
  expect(await written).toBe('written')
  expect(tries.slice(0, 7).map(([ms]) => ms)).toEqual([0, 100, 300, 700, 1500, 3100, 5100])
  expect(tries.map(([, again]) => again)).toEqual([false, ...tries.slice(1).map(() => true)])
})

test('a refusal is no storage failure: it is thrown immediately', async () => {
  const kept = createPendingWrites(makeVirtualClock())
  await expect(kept.write(() => Promise.reject(conflict('Written already')))).rejects.toThrow(
    'Written already',
  )
  await kept.untilWritten(undefined)
})

test('a write that cannot succeed is given up after half a minute, and only once giving up can be written', async () => {
  const clock = makeVirtualClock()
  const kept = createPendingWrites(clock)
  const givenUp: number[] = []
  const giveUp = () => {
    givenUp.push(clock.monotonic())
    return clock.monotonic() < 60_000 ? away() : Promise.resolve()
  }
  const written = expect(kept.write(away, giveUp)).rejects.toThrow('could not be stored')
  await clock.advance(70_000)
  await written
  expect(givenUp[0]).toBeGreaterThan(30_000)
  expect(givenUp.at(-1)).toBeGreaterThanOrEqual(60_000)
  expect(givenUp.at(-1)).toBeLessThan(63_000)
})

test.each(Array.from({ length: 23 }, (_, place) => 40_000 + place * 1000))(
  'a write that a lock delays for %i ms succeeds, even if the lock ends while only the giving up waits for it',
  async (freeAt) => {
    const clock = makeVirtualClock()
    const kept = createPendingWrites(clock)
    // As on SQLite, where a writer waits ten seconds for the lock.
    const lockedFor = async <T>(result: T): Promise<T> => {
      const leftMs = freeAt - clock.monotonic()
      await clock.sleep(Math.max(0, Math.min(10_000, leftMs)))
      return leftMs > 10_000 ? away() : result
    }
    let lost = 0
    const giveUp = async (isRehearsal: boolean) => {
      await lockedFor(null)
      if (!isRehearsal) lost++
    }
    const written = kept.write(() => lockedFor('written'), giveUp)
    await clock.advance(120_000)
    expect(await written.catch(String)).toBe('written')
    expect(lost).toBe(0)
  },
)

test('nothing more is bought while a write is pending; a signal ends the wait', async () => {
  const clock = makeVirtualClock()
  const kept = createPendingWrites(clock)
  const written = kept.write(() => (clock.monotonic() < 10_000 ? away() : Promise.resolve()))
  await clock.advance(1)
  let isOver = false
  const waited = kept.untilWritten(undefined).then(() => {
    isOver = true
  })
  const stopping = new AbortController()
  const stopped = expect(kept.untilWritten(stopping.signal)).rejects.toBe('cancelled')
  stopping.abort('cancelled')
  await stopped
  await clock.advance(9000)
  expect(isOver).toBe(false)
  await clock.advance(4000)
  await Promise.all([written, waited])
})
