import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { readPageRange } from '@/app/_server'
import { exportUsage, type UsageFormat } from '@/app/(dashboard)/[team]/usage/export-usage'
import { readUsageQuery } from '@/app/(dashboard)/[team]/usage/query'
import { createAlertWatch } from '@/lib/alerts/alerts'
import { perItemTariff, systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { getForecast } from '@/lib/money/forecast'
import { listEntries } from '@/lib/money/ledger'
import { setPrice, setPriceInput } from '@/lib/money/prices'
import { writeStatementFile } from '@/lib/money/statements'
import { dayContaining } from '@/lib/platform/calendar'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { describeOnDatabase } from '@/tests/support/databases'
import { sheetRows } from '@/tests/support/read-exports'

const NAMES = ['Users & posts (a/b), 1.5+x', '1', '2', 'Ünïcode’s İ', "a'b", 'None', 'Total', 'all', 'Others']

describeOnDatabase('a dollar service with tiny prices and odd names', async (open) => {
  const opened = await open()
  const world = await startScriptedTeam(opened.db, {
    provider: {
      balanceUnit: 'USD',
      unitCost: '1 USD',
      price: { timeline: '0.000000001', search: { perCall: '0.00015' } },
      lookup: { path: '/users/by/{user}', id: ['id'], price: '0.000015' },
      paths: NAMES.map((name, place) => ({
        name,
        path: `/p${place}/{id}`,
        price: place % 2 ? '0.00015' : '0.000000003',
      })),
    },
  })
  const service = await makeService(
    openGateway(world.services, world.team, systemClock),
    world.services,
    world.team,
    {
      keyId: world.keyId,
    },
  )
  world.upstream.answer = () => ({ status: 200, body: '{"id":"5","tweets":[{"id":"1"},{"id":"2"}]}' })
  for (let turn = 0; turn < 3; turn++) {
    for (const place of NAMES.keys()) expect((await service.ask(`/p${place}/7`)).status).toBe(200)
    expect((await service.ask('/v1/users/5/tweets')).status).toBe(200)
    expect((await service.ask('/v1/search?q=a')).status).toBe(200)
    expect((await service.ask('/users/by/ada')).status).toBe(200)
  }
  afterAll(() => world.close())
  const total = async () =>
    (await opened.db.ledgerEntry.aggregate({ _sum: { chargeNano: true } }))._sum.chargeNano ?? 0n
  const nanoOf = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(9, '0'))
  }
  async function take(format: UsageFormat, address: Readonly<Record<string, string>> = {}) {
    const shown = Promise.resolve(address)
    const [range, query] = await Promise.all([readPageRange(world.team.admin, shown), readUsageQuery(shown)])
    const { chunks } = await exportUsage(world.team.admin, range, query, format)
    const parts: Buffer[] = []
    for await (const chunk of chunks) parts.push(Buffer.from(chunk))
    return Buffer.concat(parts)
  }
  const rowsOf = (file: Buffer) => parse<Record<string, string>>(file, { bom: true, columns: true })

  test('CSV and Excel by operation add up to the ledger', async () => {
    const rows = rowsOf(await take('csv', { by: 'operation', rows: 'all' }))
    const column = Object.keys(rows[0] ?? {}).find((name) => /credits|usd|spend/i.test(name)) ?? ''
    expect(rows.reduce((sum, row) => sum + nanoOf(row[column] ?? ''), 0n)).toBe(await total())
    const names = rows.map((row) => Object.values(row)[0])
    for (const name of NAMES) expect(names).toContain(name)
    expect(new Set(names).size).toBe(rows.length)
    const [, ...cells] = await sheetRows(await take('xlsx', { by: 'operation', rows: 'all' }), 'Usage')
    expect(JSON.stringify(cells)).not.toMatch(/NaN|null,null,null,null/)
  })

  test('FOCUS shows dollars for a dollar service, and its rows add up', async () => {
    const rows = rowsOf(await take('focus', { by: 'operation' }))
    expect(rows.reduce((sum, row) => sum + nanoOf(row.PricingCurrencyEffectiveCost ?? ''), 0n)).toBe(
      await total(),
    )
    expect(new Set(rows.map(({ PricingCurrency }) => PricingCurrency))).toEqual(new Set(['USD']))
    expect(rows.every(({ BilledCost }) => BilledCost !== '')).toBe(true)
  })

  test('usage filtered by each name shows its own sum, as does the ledger', async () => {
    for (const name of [...NAMES, 'User look-up', 'search']) {
      const rows = rowsOf(await take('csv', { by: 'environment', operation: name, rows: 'all' }))
      const { entries } = await listEntries(world.team.admin, { operation: name })
      expect([name, entries.length, rows.length]).toEqual([name, 3, 1])
      const column = Object.keys(rows[0] ?? {}).find((each) => /credits|usd|spend/i.test(each)) ?? ''
      const sum = entries.reduce((all, { chargeNano }) => all + (chargeNano ?? 0n), 0n)
      expect(nanoOf(rows[0]?.[column] ?? '')).toBe(sum)
    }
  })

  test('a budget that stops a call, its audit entry and an alert about a balance are in dollars', async () => {
    const budget = { name: 'Small', scope: 'service', scopeId: service.serviceId, period: 'total' }
    const kind = { ...budget, unit: 'credits', amount: '0.00001', stops: true, tellsAt: [] }
    await createBudget(world.team.admin, createBudgetInput.parse(kind))
    const { text } = await service.ask('/p1/7')
    expect(text).toMatch(/[\d.]+ USD left, and the next page may need 0\.00015 USD/)
    const { detail } = await opened.db.auditEntry.findFirstOrThrow({ where: { action: 'budget.create' } })
    expect(JSON.parse(detail)).toMatchObject({ amount: '0.00001 USD' })
    const watch = createAlertWatch(systemClock)
    await watch.look(world.team.admin, world.services.upstreams)
    const alerts = await opened.db.alert.findMany()
    expect(alerts.map(({ detail: said }) => said).join()).toContain(' of 0.00001 USD are left')
    expect(alerts.flatMap(({ title, detail: said }) => [title, said]).join()).not.toContain('credits')
  })

  test('a price that is refused for the other parts of its tariff names them in dollars', async () => {
    const input = setPriceInput.parse({ operation: 'timeline', price: '3.5' })
    const tariff = { ...perItemTariff(3n), minPerCall: 1n }
    await expect(setPrice(world.team.admin, input, { timeline: tariff })).rejects.toMatchObject({
      fields: { price: expect.stringContaining('0.000000003 USD per item') },
    })
  })

  test('the statement’s file and the forecast contain no invalid numbers', async () => {
    const day = dayContaining(systemClock.now(), world.team.admin.team.timeZone).date
    const file = await writeStatementFile(world.team.admin, {
      ...{ unit: 'USD', walletId: world.team.walletId, from: day, to: day, environmentId: null },
    })
    for (const name of NAMES) expect(file.text).toContain(name)
    expect(file.text).not.toMatch(/NaN|undefined/)
    const forecast = await getForecast(world.team.admin, world.team.walletId)
    expect(
      JSON.stringify(forecast, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/NaN|Infinity/)
  })
})
