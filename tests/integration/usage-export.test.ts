import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { readPageRange } from '@/app/_server'
import { exportUsage, type UsageFormat } from '@/app/(dashboard)/[team]/usage/export-usage'
import { readUsageQuery } from '@/app/(dashboard)/[team]/usage/query'
import { findRuns } from '@/lib/collect/runs'
import { nanoToText } from '@/lib/kernel'
import { addTopUpCost, setMoney } from '@/lib/money/costs'
import { createToken, createTokenInput, revokeToken } from '@/lib/teams/tokens'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { storeRun } from '@/tests/factories/stored-run'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { sheetRows } from '@/tests/support/read-exports'

const DAY = 24 * 3_600_000

describeOnDatabase('usage as a file, and its runs', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const [ours, theirs] = [bookOf(team.admin), bookOf((await makeOtherTeam(team)).admin)]
  for (const day of [1, 2, 3]) {
    for (const place of [0, 1]) {
      const of = { walletId: team.walletId, environmentId: team.environments[place]?.id ?? '' }
      await ours.settle(await ours.begin(of), 100 * day)
      await theirs.settle(await theirs.begin(of), 7)
    }
    clock.advance(DAY)
  }

  async function take(format: UsageFormat, address: Readonly<Record<string, string>> = {}) {
    const shown = Promise.resolve(address)
    const [range, query] = await Promise.all([readPageRange(team.admin, shown), readUsageQuery(shown)])
    const { name, chunks } = await exportUsage(team.admin, range, query, format)
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(Buffer.from(chunk))
    return { name, file: Buffer.concat(parts) }
  }
  const rowsOf = (file: Buffer) => parse<Record<string, string>>(file, { bom: true, columns: true })

  test('CSV contains the table of the address, by its measure, and the export is logged', async () => {
    const { name, file } = await take('csv', { by: 'environment', measure: 'items' })
    expect(name).toMatch(/^usage-by-environment-.+\.csv$/)
    const names = team.environments.slice(0, 2).map((each) => each.name)
    expect(rowsOf(file).map(({ Environment, Items }) => [Environment, Items])).toEqual(
      expect.arrayContaining(names.map((each) => [each, '600'])),
    )
    const where = { teamId: team.admin.team.id, action: 'usage.export' }
    expect(await opened.db.auditEntry.count({ where })).toBe(1)
  })

  test('a workbook contains the table, the chart bar by bar, and the query', async () => {
    const { file } = await take('xlsx', { by: 'environment', step: 'day', range: '7d' })
    const [, first] = await sheetRows(file, 'Usage')
    expect(first?.[1]).toBe(Number(nanoToText(600n * PRICE)))
    const [head, ...bars] = await sheetRows(file, 'Over time')
    expect([head?.[1], bars.length]).toEqual(['All', 7])
    expect(bars.reduce((sum, row) => sum + Number(row[1] ?? 0), 0)).toBeCloseTo(
      Number(nanoToText(1200n * PRICE)),
    )
    expect((await sheetRows(file, 'About')).map(([what]) => what)).toContain('Measure')
  })

  test('FOCUS rows add up to the ledger, in money once the team has entered what credits cost', async () => {
    const sum = (rows: readonly Record<string, string>[], column: string) =>
      rows.reduce((total, row) => total + Number(row[column] ?? 0), 0)
    const before = rowsOf((await take('focus', { by: 'environment' })).file)
    expect(sum(before, 'PricingCurrencyEffectiveCost')).toBeCloseTo(Number(nanoToText(1200n * PRICE)))
    expect(new Set(before.map(({ BilledCost }) => BilledCost))).toEqual(new Set(['']))
    await setMoney(team.admin, { currency: 'EUR', showsMoney: true })
    const day = clock.now().toISOString().slice(0, 10)
    await addTopUpCost(team.admin, { walletId: team.walletId, day, credits: '1000', cost: '10' })
    const rows = rowsOf((await take('focus', { by: 'environment' })).file)
    expect(sum(rows, 'BilledCost')).toBeCloseTo(1.8)
    expect(new Set(rows.map(({ BillingCurrency }) => BillingCurrency))).toEqual(new Set(['EUR']))
    expect(sum(rows, 'ConsumedQuantity')).toBe(1200)
  })

  test('runs are found page by page, newest first, by their attribution, each once', async () => {
    const ids: string[] = []
    for (let made = 0; made < 7; made++) {
      ids.push(await storeRun(team, 'stream', 1, { shared: made % 2 === 0 }))
      if (made % 3 === 2) clock.advance(DAY)
    }
    const now = clock.now().getTime()
    const span = { from: new Date(now - 30 * DAY), to: new Date(now + DAY) }
    const all = async (filter: Partial<Parameters<typeof findRuns>[1]>, maxRead = 100) => {
      const found: string[] = []
      for (let after: string | undefined; ; ) {
        const { runs, next } = await findRuns(team.admin, { ...span, ...filter }, after, {
          limit: 2,
          maxRead,
        })
        found.push(...runs.map(({ id }) => id))
        if (next === null) return found
        after = next
      }
    }
    expect((await all({})).toSorted()).toEqual(ids.toSorted())
    // A step that reads one run at most continues where it ended.
    expect(await all({}, 1)).toEqual(await all({}))
    expect(await all({ environmentId: team.environments[0]?.id ?? '' })).toEqual(await all({}))
    const token = (
      await createToken(team.admin, createTokenInput.parse({ name: 'CI', permissions: ['runs:write'] }))
    ).id
    const byToken = await storeRun(team, 'stream', 1, { memberId: token })
    expect(await all({ caller: 'token' })).toEqual([byToken])
    expect((await all({ caller: 'member' })).toSorted()).toEqual(ids.toSorted())
    await revokeToken(team.admin, { tokenId: token })
    expect(await all({ caller: 'token' })).toEqual([byToken])
    for (const none of [
      { caller: 'schedule' as const },
      { keyIds: [] },
      { operation: 'search' },
      { to: span.from },
    ])
      expect(await all(none)).toEqual([])
  })
})
