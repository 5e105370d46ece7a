import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId, perItemTariff } from '@/lib/kernel'
import {
  type Attribution,
  endAbandonedAttempts,
  listEntries,
  settleAttempts,
  sumRollups,
  sumSettledByWallet,
} from '@/lib/money/ledger'
import { quarterHourOf } from '@/lib/platform/calendar'
import { transaction } from '@/lib/platform/db'
import { type Book, bookOf, PRICE } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('the ledger', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const ctx = (await makeTeam(opened.db, clock)).admin

  const book = () => bookOf(ctx)
  const begin = (over: Partial<Attribution> = {}, instanceId?: string) => book().begin(over, instanceId)
  const settle: Book['settle'] = (...args) => book().settle(...args)
  const free = (id: string) => book().free(id)
  const lose = (id: string) => book().lose(id)

  const everything = { from: 0, to: quarterHourOf(new Date('2100-01-01')) }

  test('books items at the current price and stores the price with the entry', async () => {
    const runId = newId()
    const { chargeNano } = await settle(await begin({ runId }), 37)
    expect(chargeNano).toBe(37n * PRICE)
    const { entries } = await listEntries(ctx, { runId })
    expect(entries).toMatchObject([
      { outcome: 'SETTLED', items: 37, chargeNano: 37n * PRICE, priceNano: PRICE },
    ])
  })

  test('prefers a charge that the API reported to the price', async () => {
    const { chargeNano } = await settle(await begin(), 10, { reported: 7n })
    expect(chargeNano).toBe(7n)
  })

  test('counts items without a price separately instead of guessing', async () => {
    const walletId = newId()
    const { chargeNano } = await settle(await begin({ walletId }), 12, { priceNano: null })
    expect(chargeNano).toBeNull()
    const [sum] = await sumRollups(ctx, [everything], 'walletId', { walletId })
    expect(sum).toMatchObject({ items: 12, unpricedItems: 12, chargeNano: 0n })
  })

  test.each([
    ['settled', (id: string) => settle(id, 5)],
    ['freed', free],
    ['lost', lose],
  ])('ends an attempt once: what was %s cannot be ended again', async (_, end) => {
    const id = await begin()
    await end(id)
    for (const again of [() => settle(id, 5), () => free(id), () => lose(id)]) {
      await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await ctx.db.ledgerEntry.count({ where: { attemptId: id } })).toBe(1)
  })

  test('lets one of eight simultaneous settlements through', async () => {
    const walletId = newId()
    const id = await begin({ walletId })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => settle(id, 20)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await sumSettledByWallet(ctx, [walletId])).get(walletId)).toEqual({
      settledNano: 20n * PRICE,
      unpricedItems: 0,
    })
  })

  test('rolls back the whole booking if its transaction fails', async () => {
    const walletId = newId()
    const id = await begin({ walletId })
    const settlement = {
      items: 9,
      newItems: 4,
      tariff: perItemTariff(PRICE),
      reportedChargeNano: null,
      httpStatus: 200,
      latencyMs: 1,
      waitedMs: 0,
    }
    const failing = transaction(ctx.db, async (tx) => {
      const { teamId, at } = book().ending(id)
      await settleAttempts(tx, teamId, [{ attemptId: id, at, ...settlement }])
      throw new Error('power cut')
    })
    await expect(failing).rejects.toThrow('power cut')
    expect(await sumSettledByWallet(ctx, [walletId])).toEqual(new Map())
    expect(await ctx.db.attempt.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'OPEN' })
  })

  test('ends the open calls of a dead process as unknown, and none of a living one', async () => {
    const [dead, living] = [await begin({}, 'dead'), await begin({}, 'living')]
    await endAbandonedAttempts(ctx.db, clock, ['dead'])
    const states = await ctx.db.attempt.findMany({ where: { id: { in: [dead, living] } } })
    expect(states.find(({ id }) => id === dead)).toMatchObject({ state: 'UNKNOWN' })
    expect(states.find(({ id }) => id === living)).toMatchObject({ state: 'OPEN' })
  })

  test('shows another team nothing', async () => {
    await settle(await begin(), 3)
    const stranger = { ...ctx, team: { ...ctx.team, id: newId() } }
    expect((await listEntries(stranger)).entries).toEqual([])
    expect(await sumRollups(stranger, [everything], 'keyId')).toEqual([])
  })

  describe('as a model', () => {
    const step = fc.record({
      end: fc.constantFrom('settle', 'free', 'lose', 'leave'),
      items: fc.integer({ min: 0, max: 210 }),
      priced: fc.boolean(),
      key: fc.constantFrom('k1', 'k2'),
      environment: fc.constantFrom('e1', 'e2', 'e3'),
      operation: fc.constantFrom<Attribution['operation'][]>('timeline', 'search', 'followers'),
      minutesLater: fc.integer({ min: 0, max: 120 }),
    })

    test('sum(entries) = rollups, and reserved = settled + released + open + unknown, after any history', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          const walletId = newId()
          for (const { end, items, priced, key, environment, operation, minutesLater } of steps) {
            clock.advance(minutesLater * 60_000)
            const id = await begin({ walletId, keyId: key, environmentId: environment, operation })
            if (end === 'settle') await settle(id, items, priced ? {} : { priceNano: null })
            if (end === 'free') await free(id)
            if (end === 'lose') await lose(id)
          }
          const entries = await ctx.db.ledgerEntry.findMany({
            where: { attempt: { walletId } },
            include: { attempt: true },
          })
          const rollups = await ctx.db.rollup.findMany({ where: { walletId } })
          expect(sumBy(rollups)).toEqual(
            sumBy(
              entries.map(({ attempt, ...entry }) => ({
                quarter: entry.quarter,
                keyId: attempt.keyId,
                environmentId: attempt.environmentId,
                operation: attempt.operation,
                pages: entry.outcome === 'SETTLED' ? 1 : 0,
                items: entry.items,
                chargeNano: entry.chargeNano ?? 0n,
                unpricedItems: entry.outcome === 'SETTLED' && entry.chargeNano === null ? entry.items : 0,
                frees: entry.outcome === 'FREE' ? 1 : 0,
                unknowns: entry.outcome === 'UNKNOWN' ? 1 : 0,
              })),
            ),
          )
          const attempts = await ctx.db.attempt.findMany({ where: { walletId }, include: { entry: true } })
          expect(attempts).toHaveLength(steps.length)
          for (const { state, entry } of attempts) expect(entry?.outcome ?? 'OPEN').toBe(state)
        }),
        { numRuns: 25 },
      )
    })
  })
})

interface Summed {
  quarter: number
  keyId: string
  environmentId: string
  operation: string
  pages: number
  items: number
  chargeNano: bigint
  unpricedItems: number
  frees: number
  unknowns: number
}

function sumBy(rows: readonly Summed[]): Record<string, unknown> {
  const sums = new Map<string, { figures: number[]; nano: bigint }>()
  for (const row of rows) {
    const place = [row.quarter, row.keyId, row.environmentId, row.operation].join('|')
    const sum = sums.get(place) ?? { figures: [0, 0, 0, 0, 0], nano: 0n }
    const figures = [row.pages, row.items, row.unpricedItems, row.frees, row.unknowns]
    sums.set(place, {
      figures: sum.figures.map((value, index) => value + (figures[index] ?? 0)),
      nano: sum.nano + row.chargeNano,
    })
  }
  return Object.fromEntries([...sums].sort(([a], [b]) => a.localeCompare(b)))
}
