import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  countRuns,
  insertPastRuns,
  listRunsPage,
  type RunsUrlQuery,
  runsUrlQuerySchema,
} from '@/lib/collect/runs'
import { insertRun } from '@/lib/collect/runs/core/store'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

const SEARCHES = [randomUUID(), randomUUID()]
const ALL = runsUrlQuerySchema.parse({})

/** Makes a run of a search. Several start at the same moment, so that only their ids order them. */
const runOf = ({ team, actor }: TeamCtx, place: number) => ({
  ...{ id: randomUUID(), teamId: team.id, searchId: SEARCHES[place % 2] ?? null, searchName: 'Coffee' },
  ...{ streamId: randomUUID(), operation: 'search' as const, subject: 'coffee', product: null },
  ...{ keyId: randomUUID(), keyPrefix: 'xd_live_abcd', environmentId: randomUUID(), environmentName: 'Test' },
  ...{ memberId: actor.memberId, memberName: actor.name, shared: true },
  startedAt: new Date(Date.UTC(2026, 10, 1) + Math.floor(place / 3) * 60_000),
})

async function storeRuns(ctx: TeamCtx, count: number): Promise<string[]> {
  const sums = { pages: 1, items: 20, newItems: 0, chargeNano: 1n, unpricedItems: 0 }
  const runs = Array.from({ length: count }, (_, place) => runOf(ctx, place))
  const end = { reason: 'last_page' as const, at: new Date(Date.UTC(2026, 10, 2)) }
  await transaction(ctx.db, (tx) =>
    insertPastRuns(
      tx,
      runs.map((run) => ({ run, sums, end })),
    ),
  )
  return runs.map(({ id }) => id)
}

/** Returns the ids of all runs, page after page by their links. */
async function walk(ctx: TeamCtx, query: RunsUrlQuery, most: number): Promise<string[]> {
  const { runs, next } = (await listRunsPage(ctx, most, query)) ?? { runs: [], next: null }
  const ids = runs.map(({ id }) => id)
  return next === null ? ids : [...ids, ...(await walk(ctx, { ...query, after: next }, most))]
}

describeOnEachEngine('the list of runs', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())
  const other = await makeMember(team, 'member')
  const byAdmin = await storeRuns(team.admin, 25)
  const byOther = await storeRuns(other, 8)
  const row = runOf(team.admin, 60)
  const openId = row.id
  await transaction(opened.db, (tx) => insertRun(tx, row))

  test('leads through every run page by page, each once, newest first', async () => {
    const ids = await walk(team.admin, ALL, 7)
    expect(ids[0]).toBe(openId)
    expect(ids).toHaveLength(34)
    expect(new Set(ids)).toEqual(new Set([...byAdmin, ...byOther, openId]))
  })

  test('can be sorted oldest first, filtered by name, and read backwards', async () => {
    const newest = await walk(team.admin, ALL, 40)
    expect(await walk(team.admin, { ...ALL, sort: 'started' }, 7)).toEqual(newest.toReversed())
    expect(await walk(team.admin, { ...ALL, text: 'COFF' }, 7)).toEqual(newest)
    expect(await walk(team.admin, { ...ALL, text: 'tea' }, 7)).toEqual([])
    for (const query of [ALL, { ...ALL, text: 'coffee' }, { ...ALL, sort: 'started' as const }]) {
      const all = await walk(team.admin, query, 40)
      const second = await listRunsPage(team.admin, 10, { ...query, after: all[9] })
      const first = await listRunsPage(team.admin, 10, { ...query, before: second?.previous ?? '' })
      expect(first?.runs.map(({ id }) => id)).toEqual(all.slice(0, 10))
      expect([first?.previous, first?.next, second?.previous]).toEqual([null, all[9], all[10]])
    }
    expect(await countRuns(team.admin, { ...ALL, text: 'coffee', member: other.actor.memberId })).toEqual({
      all: 34,
      found: 8,
    })
    expect(await countRuns(team.admin, { ...ALL, state: 'OPEN' })).toEqual({ all: 34, found: 1 })
  })

  test('can be filtered by state, search and member, alone and together', async () => {
    expect(await walk(team.admin, { ...ALL, state: 'OPEN' }, 5)).toEqual([openId])
    expect(new Set(await walk(team.admin, { ...ALL, member: other.actor.memberId }, 5))).toEqual(
      new Set(byOther),
    )
    const second = byAdmin.filter((_, place) => place % 2 === 1)
    const query = { ...ALL, search: SEARCHES[1], member: team.admin.actor.memberId }
    expect(new Set(await walk(team.admin, query, 5))).toEqual(new Set(second))
    expect(await walk(team.admin, { ...query, state: 'OPEN' }, 5)).toEqual([])
  })

  test('is null after a run that is gone or private', async () => {
    expect(await listRunsPage(team.admin, 5, { ...ALL, after: randomUUID() })).toBeNull()
  })

  test('ignores an invalid address', () => {
    expect(runsUrlQuerySchema.parse({ search: 'x', member: ['a', 'b'], state: 'LATE', after: '' })).toEqual(
      ALL,
    )
  })
})

describeOnSqlite('the query plan of a list of runs', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())
  await storeRuns(team.admin, 5)

  const INDEXES: readonly (readonly [string, Partial<RunsUrlQuery>])[] = [
    ['Run_teamId_startedAt_idx', {}],
    ['Run_teamId_state_startedAt_idx', { state: 'ENDED' }],
    ['Run_teamId_searchId_startedAt_idx', { search: SEARCHES[0] }],
    ['Run_teamId_memberId_startedAt_idx', { member: randomUUID() }],
  ]

  test.each(INDEXES)('uses %s in its order', async (index, part) => {
    const texts = await notedStatements(() => listRunsPage(team.admin, 2, { ...ALL, ...part }))
    const [text = ''] = texts.filter((one) => one.includes('ORDER BY') && one.includes('`Run`'))
    const values = Array.from({ length: text.split('?').length - 1 }, () => null)
    const plan = await opened.db.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${text}`,
      ...values,
    )
    expect(plan[0]?.detail).toContain(index)
    // Only runs of the same moment are sorted.
    expect(plan.filter(({ detail }) => /TEMP B-TREE FOR ORDER BY/.test(detail))).toEqual([])
  })
})
