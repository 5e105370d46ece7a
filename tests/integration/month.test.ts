import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { Secret } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { listPrices } from '@/lib/money/prices'
import { findAnomalies, getWalletReport, listUnknowns } from '@/lib/money/statements'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import { defaultProvider } from '@/lib/upstream/client'
import { makeDice } from '@/tests/factories/dice'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_PRICES = { timeline: null, search: null, followers: null }
const NEW_PRICE = 240_000_000n
/** Number of days; `npm run test:long -- month` lives through 30. */
const DAYS = Number(process.env.DAYS ?? 9)
/** Hours of a night without jobs. In the short form, only the last two hours have some. */
const UNSEEN_HOURS = DAYS < 30 ? 6 : 0
const dayAt = (share: number): number => Math.ceil(DAYS * share)
const TOP_UP_DAY = dayAt(1 / 6)
/** Inferring a price takes the spend of several days. */
const INFERRED_DAY = Math.max(4, dayAt(0.23))
const PRICE_DAY = Math.max(INFERRED_DAY + 1, dayAt(1 / 3))
const LOST_DAY = Math.max(PRICE_DAY + 1, dayAt(0.5))
const THIEF_DAY = dayAt(0.8)
const TOP_UP = 5_000_000_000_000n

describeOnDatabase(`${DAYS} days of a team’s life`, async (open) => {
  const opened = await open()
  const clock = makeTestClock(new Date('2026-03-01T00:00:00Z'))
  const upstream = await startTestUpstream(clock, {}, clock)
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  afterAll(() => upstream.close())

  test('adds up to the last decimal, with the thief found and nobody else accused', {
    timeout: 900_000,
  }, async () => {
    const dice = makeDice(7)
    const { operator } = upstream.sandbox
    const { key, walletId: at } = upstream.issueKey({ balanceNano: 50_000_000_000_000n })
    const keys = [key, upstream.issueKey({ walletId: at }).key, upstream.issueKey({ walletId: at }).key]
    const keyIds: string[] = []
    for (const [place, one] of keys.entries()) {
      const environmentId = team.environments[place % team.environments.length]?.id ?? ''
      const added = await addKey(ctx, upstream, {
        key: one,
        name: `Key ${place}`,
        walletId: team.walletId,
        environmentId,
      })
      keyIds.push(added.id)
    }
    const balance = () => operator.state().find(({ id }) => id === at)?.balanceNano ?? 0n
    const searchIds: string[] = []
    for (const fields of [
      { operation: 'timeline', subject: 'ada' },
      { operation: 'search', subject: 'coffee' },
      { operation: 'followers', subject: 'ada' },
    ] as const)
      searchIds.push(
        (
          await createSearch(ctx, {
            name: 'S',
            product: 'Latest',
            shared: true,
            environmentId: '',
            ...fields,
          })
        ).id,
      )
    const watch = createBalanceWatch()
    const alerts = createAlertWatch(clock)
    const purser = systemCtx(opened.db, clock, ctx.team)
    const visit = () => watch.visit(purser, upstream, async () => true)
    const rest = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(HOUR)
        await visit()
      }
    }
    const outside = async () => (await findAnomalies(ctx, new Date(0))).outside
    const run = async (most: number) => {
      const searchId = searchIds[dice(3)] ?? ''
      const keyId = keyIds[dice(3)] ?? ''
      let answer = await startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
      for (let page = 1; page < most && answer.continuation; page++) {
        clock.advance(3000)
        answer = await fetchNextPage(ctx, upstream, { continuation: answer.continuation })
      }
      clock.advance(2 * MINUTE)
      await visit()
    }
    const from = new Date(clock.now())
    const opening = balance()
    let stolen = 0n

    for (let day = 1; day <= DAYS; day++) {
      if (day === TOP_UP_DAY) operator.topUp(at, TOP_UP)
      if (day === PRICE_DAY) upstream.sandbox.setPrice('search', NEW_PRICE)
      clock.advance(UNSEEN_HOURS * HOUR)
      await rest(8 - UNSEEN_HOURS)
      for (let runs = 0; runs < 4; runs++) {
        if (day === LOST_DAY && runs < 2)
          upstream.sandbox.setFault({
            name: runs === 0 ? 'reset-after-charge' : 'reset-before-charge',
            seed: 1,
            share: 1,
            only: 'pages',
          })
        await run(day === LOST_DAY ? 1 : 1 + dice(4))
        upstream.sandbox.setFault(null)
        await rest(1)
      }
      if (day === INFERRED_DAY) {
        const inForce = await listPrices(ctx, NO_PRICES)
        expect(inForce.map(({ operation, priceNano, source }) => ({ operation, priceNano, source }))).toEqual(
          [
            { operation: 'timeline', priceNano: 150_000_000n, source: 'inferred' },
            { operation: 'search', priceNano: 200_000_000n, source: 'inferred' },
            { operation: 'followers', priceNano: 50_000_000n, source: 'inferred' },
          ],
        )
      }
      if (day < THIEF_DAY) {
        expect(await outside(), `on day ${day}`).toEqual([])
        await alerts.look(purser, upstream.upstreams)
      }
      if (day === THIEF_DAY) {
        const thiefKey = upstream.issueKey({ walletId: at }).key
        const client = upstream.upstreams.at(defaultProvider)
        for (let page = 0; page < 2; page++) {
          const before = balance()
          const got = await client.fetchPage(new Secret(thiefKey), {
            operation: 'timeline',
            subject: 'ada',
            count: 37,
          })
          expect(got.ok).toBe(true)
          stolen += before - balance()
          await rest(1)
        }
        const found = await outside()
        expect(found.reduce((sum, { nano }) => sum + nano, 0n)).toBe(stolen)
        // The only alert of the weeks before was about the new price.
        expect(new Set((await listAlerts(ctx)).map(({ kind }) => kind))).toEqual(new Set(['price_shift']))
        expect(await alerts.look(purser, upstream.upstreams)).toEqual({ fired: 1, recovered: 0 })
        expect((await listAlerts(ctx))[0]).toMatchObject({ kind: 'outside_spend', subjectId: team.walletId })
      }
    }
    await rest(2)
    const to = new Date(Math.ceil((clock.now().getTime() + 1) / (15 * MINUTE)) * 15 * MINUTE)
    const { statement } = await getWalletReport(ctx, team.walletId, { from, to })
    expect(statement).not.toBeNull()
    if (!statement) return
    expect(statement.openingNano).toBe(opening)
    expect(statement.closingNano).toBe(balance())
    expect(statement.topUpNano).toBe(TOP_UP)
    expect(statement.outsideNano).toBe(stolen)
    expect(statement.unexplainedNano).toBe(0n)
    expect(
      statement.openingNano +
        statement.topUpNano -
        statement.pagesNano -
        statement.resolvedNano -
        statement.lostNano -
        statement.shiftNano -
        statement.unpricedNano -
        statement.outsideNano -
        statement.unexplainedNano -
        statement.roundingNano,
    ).toBe(statement.closingNano)
    const unknowns = await listUnknowns(ctx)
    expect(unknowns.map(({ resolution }) => resolution?.finding).sort()).toEqual(['charged', 'uncharged'])
  })
})
