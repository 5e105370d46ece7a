import { expect, test } from 'vitest'
import { createKeptWrites } from '@/lib/collect/runs/purchase/kept-writes'
import { conflict } from '@/lib/kernel'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const away = () => Promise.reject(new Error('The database is away'))

test('a write is tried again, with growing pauses, until it succeeds, and then told that an earlier one may have', async () => {
  const clock = makeVirtualClock()
  const kept = createKeptWrites(clock)
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

test('a refusal is no trouble: it is told at once', async () => {
  const kept = createKeptWrites(makeVirtualClock())
  await expect(kept.write(() => Promise.reject(conflict('Written already')))).rejects.toThrow(
    'Written already',
  )
  await kept.untilWritten(undefined)
})

test('what cannot be written itself is given up after half a minute, and only once that can be written', async () => {
  const clock = makeVirtualClock()
  const kept = createKeptWrites(clock)
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

test('nothing more is bought while a write waits; a signal ends the wait', async () => {
  const clock = makeVirtualClock()
  const kept = createKeptWrites(clock)
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
