import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { type DirectSql, openDirect } from '@/lib/platform/db'
import { createPacers, createSlotStore, type SlotStore } from '@/lib/upstream/pacing'
import { LIMITERS } from '@/tests/factories/limiters'
import { describeOnPostgres, type TestDb } from '@/tests/support/databases'

const HOUR_MS = 3_600_000
const HOUR_MICROS = BigInt(HOUR_MS) * 1000n
const ONE = { gapMs: 10, count: 1, catchUpMs: 0 }

describeOnPostgres('slots shared by processes', (open) => {
  let made: TestDb
  let connections: DirectSql[]

  /** Connects as another process would, with its own connections. */
  const connect = (): SlotStore => {
    const direct = openDirect(made.location)
    if (!direct) throw new Error('PostgreSQL it must be')
    connections.push(direct)
    return createSlotStore(direct)
  }

  beforeEach(async () => {
    connections = []
    made = await open()
  })
  afterEach(async () => {
    await Promise.all(connections.map((direct) => direct.close()))
    await made.close()
  })

  test('no two slots are closer than a gap, whoever takes them at the same time', async () => {
    const stores = [connect(), connect()]
    const takes = Array.from({ length: 60 }, (_, each) => stores[each % 2]?.take('ref', { ...ONE, count: 2 }))
    const firsts = (await Promise.all(takes)).map((taken) => taken?.firstMs ?? 0).sort((a, b) => a - b)
    for (const [place, first] of firsts.slice(1).entries())
      expect(first - (firsts[place] ?? 0)).toBeGreaterThanOrEqual(19.99)
  })

  test('a key’s first slot is now; each key has its own row', async () => {
    const store = connect()
    for (const keyRef of ['one', 'other']) {
      const { firstMs, nowMs } = await store.take(keyRef, ONE)
      expect(Math.abs(firstMs - nowMs)).toBeLessThan(100)
    }
    expect(await made.db.keySlot.count()).toBe(2)
  })

  test('a key that was idle catches up by a limited time', async () => {
    const store = connect()
    await store.take('ref', { ...ONE, gapMs: -HOUR_MS })
    const late = await store.take('ref', { ...ONE, catchUpMs: 15 })
    expect(late.nowMs - late.firstMs).toBeGreaterThanOrEqual(15)
    expect(late.nowMs - late.firstMs).toBeLessThan(100)
    const early = await store.take('another', { ...ONE, catchUpMs: -40 })
    expect(early.firstMs - early.nowMs).toBeGreaterThan(35)
  })

  test('a late call is shared with all who take slots, unless too many were taken since or the key is paused', async () => {
    const [one, other] = [connect(), connect()]
    const { number, nowMs } = await one.take('ref', { ...ONE, count: 3 })
    const late = { number, until: nowMs + 1010 }
    expect(await one.noteLate('ref', late, 3)).toBe(false)
    expect(await one.noteLate('ref', late, 4)).toBe(true)
    const taken = await other.take('ref', ONE)
    expect(taken.number).toBe(3)
    expect(taken.late).toEqual([{ number, until: Math.ceil(late.until) }])
    await one.pause('ref', 500)
    expect(await one.noteLate('ref', late, 100)).toBe(false)
  })

  test('of many late calls the latest are remembered completely', async () => {
    const store = connect()
    await store.take('ref', ONE)
    for (let number = 0; number < 150; number++)
      await store.noteLate('ref', { number, until: 1_800_000_000_000 }, 1000)
    const { late } = await store.take('ref', ONE)
    expect(late.length).toBeGreaterThan(80)
    for (const [place, call] of late.toReversed().entries())
      expect(call).toEqual({ number: 149 - place, until: 1_800_000_000_000 })
  })

  test('a pause applies to all, even for an unused key, and is never shortened', async () => {
    const [one, other] = [connect(), connect()]
    await one.pause('ref', 50_000)
    await one.pause('ref', 50)
    const { firstMs, nowMs } = await other.take('ref', ONE)
    expect(firstMs - nowMs).toBeGreaterThan(10_000)
  })

  test('a moment from before the database’s clock was set back delays nobody', async () => {
    const store = connect()
    await store.take('ref', ONE)
    await store.pause('ref', 1000)
    await made.db.$executeRaw`UPDATE "KeySlot" SET "nextAtMicros" = "nextAtMicros" + ${HOUR_MICROS},
      "pausedUntilMicros" = "pausedUntilMicros" + ${HOUR_MICROS}, "writtenMicros" = "writtenMicros" + ${HOUR_MICROS}`
    const { firstMs, nowMs } = await store.take('ref', ONE)
    expect(Math.abs(firstMs - nowMs)).toBeLessThan(100)
  })

  test('a pause may last a day', async () => {
    const store = connect()
    await store.pause('ref', 24 * HOUR_MS)
    const { firstMs, nowMs } = await store.take('ref', ONE)
    expect(firstMs - nowMs).toBeGreaterThan(23 * HOUR_MS)
  })

  test('an unreachable database is an error, not a wait', async () => {
    const gone = openDirect({ engine: 'postgres', url: 'postgresql://postgres@127.0.0.1:1/none' })
    if (!gone) throw new Error('PostgreSQL it must be')
    connections.push(gone)
    await expect(createSlotStore(gone).take('ref', ONE)).rejects.toThrow()
  })

  test('two pacers on one row stay within the pack, whichever limiter counts', async () => {
    const rate = 200
    const sent: number[] = []
    const leave = async (store: SlotStore) => {
      const pacer = createPacers(systemClock, store).for('key', rate, 'ref')
      const call = async () => {
        const slot = await pacer.slot()
        sent.push(systemClock.monotonic())
        slot.answered()
      }
      await Promise.all(Array.from({ length: 150 }, call))
    }
    await Promise.all([leave(connect()), leave(connect())])
    // Together they are no faster than one would be.
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(1495)
    for (const [name, makeLimiter] of Object.entries(LIMITERS)) {
      const limiter = makeLimiter(rate, 0)
      expect([name, sent.filter((at) => !limiter(at))]).toEqual([name, []])
    }
  })
})
