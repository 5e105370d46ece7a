import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rate } from '@/lib/kernel'
import { createPacers, createPauseStore, type Pacers } from '@/lib/upstream/pacing'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'

const HOUR_MS = 3_600_000

describeOnSqlite('a key’s pauses after a restart', (open) => {
  let made: TestDb
  let clock: VirtualClock
  let running: Pacers | null

  beforeEach(async () => {
    made = await open()
    clock = makeVirtualClock()
    running = null
  })
  afterEach(async () => {
    running?.closeAll()
    await made.close()
  })

  /** Starts Purser anew: what it had in memory is gone. */
  const restart = (): Pacers => {
    running?.closeAll()
    running = createPacers(clock, null, { pauses: createPauseStore(made.db, clock) })
    return running
  }
  const waiting = (pacers: Pacers, rate: Rate | number) => {
    let leftAt: number | null = null
    const slot = pacers.for('key', rate, 'ref').slot()
    const noted = slot.then((given) => {
      leftAt = clock.monotonic()
      return given
    })
    noted.catch(() => undefined)
    return { slot: noted, leftAt: () => leftAt }
  }
  /** Waits for what the database has to do, which takes no time of the clock. */
  const until = (isSo: () => Promise<boolean> | boolean) => expect.poll(isSo, { timeout: 10_000 }).toBe(true)
  const keptMs = () => createPauseStore(made.db, clock).findLeftMs('ref')
  const leaves = async (call: ReturnType<typeof waiting>) => {
    await until(async () => {
      await clock.advance(0)
      return call.leftAt() !== null
    })
    return call.slot
  }

  test('a retry-after of an hour is waited out, not asked again', async () => {
    const slot = await leaves(waiting(restart(), 10))
    slot.refused({ retryAfterMs: HOUR_MS })
    await until(async () => (await keptMs()) === HOUR_MS)
    await clock.advance(10_000)
    const pacers = restart()
    const call = waiting(pacers, 10)
    await until(async () => {
      await clock.advance(0)
      return (pacers.find('key')?.figures().pausedForMs ?? 0) > 0
    })
    expect(pacers.find('key')?.figures().pause).toMatchObject({ why: 'window', forMs: HOUR_MS - 10_000 })
    await clock.advance(HOUR_MS - 11_000)
    expect(call.leftAt()).toBeNull()
    await clock.advance(1000)
    await leaves(call)
  })

  test('a window that the upstream calls full stays full', async () => {
    const slot = await leaves(waiting(restart(), { requests: 450, windowMs: 900_000 }))
    slot.answered({ limit: 450, remaining: 0, resetInMs: 600_000 })
    await until(async () => (await keptMs()) > 600_000)
    const call = waiting(restart(), { requests: 450, windowMs: 900_000 })
    await until(async () => {
      await clock.advance(0)
      return (running?.find('key')?.figures().pausedForMs ?? 0) > 500_000
    })
    await clock.advance(600_000)
    expect(call.leftAt()).toBeNull()
  })

  test('a key of one call in five seconds keeps its distance', async () => {
    const rate = { requests: 1, windowMs: 5000 }
    await leaves(waiting(restart(), rate))
    await until(async () => (await keptMs()) > 5000)
    await clock.advance(2000)
    const call = waiting(restart(), rate)
    await until(async () => {
      await clock.advance(0)
      return (running?.find('key')?.figures().pausedForMs ?? 0) > 2000
    })
    await clock.advance(2990)
    expect(call.leftAt()).toBeNull()
    await clock.advance(300)
    await leaves(call)
  })

  test('a pause of less than a restart, and one by a clock that was set back, are not kept', async () => {
    const slot = await leaves(waiting(restart(), 10))
    slot.refused({ retryAfterMs: 1000 })
    expect(await keptMs()).toBe(0)
    await createPauseStore(made.db, { ...clock, now: () => new Date(clock.now().getTime() + HOUR_MS) }).pause(
      'ref',
      HOUR_MS,
    )
    await leaves(waiting(restart(), 10))
  })
})
