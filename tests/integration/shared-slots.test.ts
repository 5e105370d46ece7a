import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { type DirectSql, openDirect } from '@/lib/platform/db'
import { createPacers, type SlotStore, slotStore } from '@/lib/upstream/pacing'
import { LIMITERS } from '@/tests/factories/limiters'
import { describeOnPostgres, type TestDb } from '@/tests/support/databases'

const HOUR_MS = 3_600_000
const ONE = { gapMs: 10, count: 1, catchUpMs: 0 }

describeOnPostgres('slots shared by processes', (open) => {
  let made: TestDb
  let connections: DirectSql[]

  /** As another process would: with connections of its own. */
  const connect = (): SlotStore => {
    const direct = openDirect(made.location)
    if (!direct) throw new Error('PostgreSQL it must be')
    connections.push(direct)
    return slotStore(direct)
  }

  beforeEach(async () => {
    connections = []
    made = await open()
  })
  afterEach(async () => {
    await Promise.all(connections.map((direct) => direct.close()))
    await made.close()
  })

  test('whoever takes at the same time, no two slots are closer than a gap', async () => {
    const stores = [connect(), connect()]
    const takes = Array.from({ length: 60 }, (_, each) => stores[each % 2]?.take('ref', { ...ONE, count: 2 }))
    const firsts = (await Promise.all(takes)).map((taken) => taken?.firstMs ?? 0).sort((a, b) => a - b)
    for (const [place, first] of firsts.slice(1).entries())
      expect(first - (firsts[place] ?? 0)).toBeGreaterThanOrEqual(19.99)
  })

  test('a key’s first slot is now; each key has a row of its own', async () => {
    const store = connect()
    for (const keyRef of ['one', 'other']) {
      const { firstMs, nowMs } = await store.take(keyRef, ONE)
      expect(Math.abs(firstMs - nowMs)).toBeLessThan(100)
    }
    expect(await made.db.keySlot.count()).toBe(2)
  })

  test('a key that rested catches up for so long, and no more', async () => {
    const store = connect()
    await store.take('ref', { ...ONE, gapMs: -HOUR_MS })
    const late = await store.take('ref', { ...ONE, catchUpMs: 15 })
    expect(late.nowMs - late.firstMs).toBeGreaterThanOrEqual(15)
    expect(late.nowMs - late.firstMs).toBeLessThan(100)
    const early = await store.take('another', { ...ONE, catchUpMs: -40 })
    expect(early.firstMs - early.nowMs).toBeGreaterThan(35)
  })

  test('slots not yet taken are moved on, unless too many were taken since, or the key is paused', async () => {
    const store = connect()
    const { firstMs } = await store.take('ref', { ...ONE, gapMs: 1000 })
    expect(await store.move('ref', { byMs: 500, until: firstMs + 999 })).toBe(false)
    expect(await store.move('ref', { byMs: 500, until: firstMs + 1001 })).toBe(true)
    expect((await store.take('ref', ONE)).firstMs).toBeCloseTo(firstMs + 1500)
    await store.pause('ref', 500)
    expect(await store.move('ref', { byMs: 500, until: firstMs + 9000 })).toBe(false)
  })

  test('a pause holds for all, also for a key that nobody has used, and is never shortened', async () => {
    const [one, other] = [connect(), connect()]
    await one.pause('ref', 50_000)
    await one.pause('ref', 50)
    const { firstMs, nowMs } = await other.take('ref', ONE)
    expect(firstMs - nowMs).toBeGreaterThan(10_000)
  })

  test('a moment from before the database’s clock was set back holds nobody up', async () => {
    const store = connect()
    await store.take('ref', { ...ONE, gapMs: HOUR_MS })
    await store.pause('ref', HOUR_MS)
    const { firstMs, nowMs } = await store.take('ref', ONE)
    expect(Math.abs(firstMs - nowMs)).toBeLessThan(100)
  })

  test('a database that is gone is an error, not a wait', async () => {
    const gone = openDirect({ engine: 'postgres', url: 'postgresql://postgres@127.0.0.1:1/none' })
    if (!gone) throw new Error('PostgreSQL it must be')
    connections.push(gone)
    await expect(slotStore(gone).take('ref', ONE)).rejects.toThrow()
  })

  test('two pacers on one row stay within the pack, whatever counts', async () => {
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
    // Together no faster than one alone would be.
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(1495)
    for (const [name, makeLimiter] of Object.entries(LIMITERS)) {
      const limiter = makeLimiter(rate, 0)
      expect([name, sent.filter((at) => !limiter(at))]).toEqual([name, []])
    }
  })
})
