import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHeartbeat } from '@/lib/server/instances/instance'

let beats: number
let followed: number
let isAway: boolean
let errors: unknown[]
let stop: () => void

const follow = async () => {
  followed += 1
}
const start = (afterwards: () => Promise<void> = follow) => {
  stop = startHeartbeat({
    async beat() {
      beats += 1
      if (isAway) throw new Error('away')
    },
    afterwards,
    onError: (error) => void errors.push(error),
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  beats = 0
  followed = 0
  isAway = false
  errors = []
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('it beats every ten seconds, even while the work after a beat hangs', async () => {
  start(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(beats).toBe(6)
})

test('after a failed beat it beats every two seconds until one succeeds, and reports one failure in ten seconds', async () => {
  start()
  isAway = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(beats).toBeGreaterThanOrEqual(6)
  expect(errors).toHaveLength(2)
  expect(followed).toBe(0)
  isAway = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(followed).toBe(1)
  await vi.advanceTimersByTimeAsync(7000)
  expect(followed).toBe(1)
})

test('it stops, even between two tries', async () => {
  start()
  isAway = true
  await vi.advanceTimersByTimeAsync(11_000)
  stop()
  const before = beats
  await vi.advanceTimersByTimeAsync(60_000)
  expect(beats).toBe(before)
})

test('a failure after a beat is reported, and causes no second try', async () => {
  start(() => Promise.reject(new Error('no')))
  await vi.advanceTimersByTimeAsync(19_000)
  expect([beats, errors.length]).toEqual([1, 1])
})
