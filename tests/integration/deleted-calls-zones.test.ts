import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '@/lib/kernel'
import { checkFigures, deleteOldCallsStep, listEntries, sumClosedDays, sumRollups } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { createWallet } from '@/lib/money/wallets'
import { monthBefore, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { setCallRetention } from '@/lib/teams/teams'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HISTORIES = Number(process.env.DETAIL_HISTORIES ?? 1)
const HOUR = 3_600_000
const DAY = 24 * HOUR
const ZONES = ['Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Pacific/Apia']
const deletionDetail = z.object({ from: z.string(), calls: z.number() })
const isMine = () => Promise.resolve(true)

const step = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    end: fc.constantFrom('settle', 'settle', 'free', 'lose', 'open'),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(HOUR, 9 * DAY, 20 * DAY, 45 * DAY, -HOUR, -2 * DAY),
  }),
  fc.record({ do: fc.constant('zone' as const), to: fc.constantFrom(...ZONES) }),
  fc.record({ do: fc.constant('keep' as const), months: fc.constantFrom(3, 3, 5, null) }),
  fc.record({
    do: fc.constant('delete' as const),
    steps: fc.integer({ min: 1, max: 12 }),
    most: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('days' as const), most: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('resolve' as const), items: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constant('late' as const), items: fc.integer({ min: 1, max: 50 }) }),
)

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never
const BEFORE: Step[] = [
  { do: 'call', end: 'settle' },
  { do: 'call', end: 'lose' },
]
/** Ensures that something is deleted in the end, whatever was drawn. */
const AFTER: Step[] = [
  { do: 'wait', ms: 130 * DAY },
  { do: 'keep', months: 3 },
  { do: 'delete', steps: 40, most: 3 },
]

describeOnEachEngine('calls that are deleted while zones, clocks and choices change', async (open) => {
  const opened = await open()
  const first = await makeTeam(opened.db, makeTestClock())

  test('sums stay exact, and no open, lost or recent call is deleted', async () => {
    let left = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const { db } = opened
      const clock = makeTestClock()
      const row = {
        id: newId(),
        name: 'Fresh',
        slug: newId(),
        timeZone: 'Europe/Berlin',
        createdAt: clock.now(),
      }
      let ctx: TeamCtx = { ...first.admin, clock, team: await db.team.create({ data: row }) }
      const teamId = ctx.team.id
      const walletId = (await createWallet(ctx, { name: 'Main' })).id
      const book = () => bookOf(ctx)
      const unended: string[] = []
      const lost: string[] = []
      const stays = new Set<string>()
      let [items, pages, latest] = [0, 0, clock.now().getTime()]
      const everything = { from: 0, to: quarterHourOf(new Date('2100-01-01')) }
      const check = async () => {
        const [sum] = await sumRollups(ctx, [everything], 'team')
        expect({ items: sum?.items ?? 0, pages: sum?.pages ?? 0 }).toEqual({ items, pages })
        const told: string[] = []
        await checkFigures({ db, clock, teamId, onDifference: (sentence) => void told.push(sentence) })
        expect(told).toEqual([])
        const there = await db.attempt.findMany({ where: { teamId, id: { in: [...stays] } } })
        expect(there).toHaveLength(stays.size)
      }
      const settle = async (id: string, many: number) => {
        await book().settle(id, many)
        items += many
        pages++
      }
      for (const each of [...BEFORE, ...steps, ...AFTER]) {
        if (each.do === 'call') {
          const id = await book().begin({ walletId })
          clock.advance(7 * 60_000)
          if (each.end === 'settle') await settle(id, 10)
          if (each.end === 'free') await book().free(id)
          if (each.end === 'lose') await book().lose(id)
          if (each.end === 'lose') lost.push(id)
          if (each.end === 'open') unended.push(id)
          if (each.end === 'lose' || each.end === 'open') stays.add(id)
        }
        if (each.do === 'wait') clock.advance(each.ms)
        if (each.do === 'zone') {
          ctx = { ...ctx, team: await db.team.update({ where: { id: teamId }, data: { timeZone: each.to } }) }
        }
        if (each.do === 'keep') await setCallRetention(ctx, { months: each.months })
        if (each.do === 'delete')
          for (
            let more = each.steps;
            more > 0 && (await deleteOldCallsStep(ctx, { limit: each.most, isMine }));
            more--
          );
        if (each.do === 'days') {
          let done = 0
          for await (const _ of sumClosedDays({ db, clock, teamId, isMine })) if (++done >= each.most) break
        }
        if (each.do === 'resolve') {
          const attemptId = lost.shift()
          const finding = each.items > 0 ? ('charged' as const) : ('uncharged' as const)
          if (attemptId) await resolveUnknown(ctx, { attemptId, finding, items: each.items, note: 'n' }, {})
        }
        if (each.do === 'late') {
          const id = unended.shift()
          if (id) await settle(id, each.items)
          if (id) stays.delete(id)
        }
        latest = Math.max(latest, clock.now().getTime())
        if (each.do === 'delete' || each.do === 'zone') await check()
      }
      await check()
      const gone = await db.deletedCalls.findMany({ where: { teamId } })
      const all = gone.reduce((sum, { pages, frees }) => sum + Number(pages + frees), 0)
      left += all
      const ended = await sumRollups(ctx, [everything], 'team')
      const many = ended.reduce((sum, each) => sum + each.pages + each.frees + each.unknowns, 0)
      expect((await db.ledgerEntry.count({ where: { teamId } })) + all).toBe(many)
      // Months begin earlier in Kathmandu and Apia. Zones differ by a day at most.
      const youngest = Math.max(0, ...gone.map(({ toQuarter }) => toQuarter)) * 900_000
      expect(youngest).toBeLessThanOrEqual(monthBefore(new Date(latest), 'UTC', 3).getTime() + 2 * DAY)
      // The audit log says per month what was deleted, once that is complete or was stopped.
      const told = await db.auditEntry.findMany({
        where: { teamId, action: 'calls.delete' },
        orderBy: { at: 'asc' },
      })
      const counts = new Map<unknown, number>()
      for (const { detail } of told) {
        const { from, calls } = deletionDetail.parse(JSON.parse(detail ?? ''))
        counts.set(from, calls)
      }
      expect(gone.filter(({ loggedAt }) => loggedAt === null).length).toBeLessThanOrEqual(1)
      for (const { fromQuarter, pages, frees, loggedAt } of gone)
        if (loggedAt)
          expect(counts.get(startOfQuarterHour(fromQuarter).toISOString())).toBe(Number(pages + frees))
      const listed = await listEntries(ctx, { walletId }, undefined, 200)
      expect(listed.entries).toHaveLength(many - all)
    })
    await fc.assert(property, { numRuns: HISTORIES * 2 })
    expect(left).toBeGreaterThan(0)
  })
})
