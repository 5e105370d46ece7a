import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { parseNano } from '@/lib/kernel'
import { addKey, checkKey } from '@/lib/keys/keys'
import { writeStatementFile } from '@/lib/money/statements'
import { renameWallet } from '@/lib/money/wallets'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const DAYS = { from: '2026-03-01', to: '2026-03-10' }

describeOnDatabase('a statement as a file', async (open) => {
  const clock = makeTestClock()
  const opened = await open()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  afterAll(() => upstream.close())

  const ask = (change: Partial<Parameters<typeof writeStatementFile>[1]> = {}, ctx = team.admin) =>
    writeStatementFile(ctx, {
      ...{ walletId: team.walletId, ...DAYS, environmentId: null, unit: 'credits' },
      ...change,
    })
  const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true })
  const nano = (amount = '') => parseNano(amount) ?? expect.unreachable(`${amount} is no amount`)

  test('needs a balance reading', () => expect(ask()).rejects.toThrow('A balance reading by then'))

  test('adds up when it is read again, and stores a name that looks like a formula as text', async () => {
    const { admin, walletId, environments } = team
    await renameWallet(admin, { walletId, name: '=1+1' })
    const environmentId = environments[0]?.id ?? ''
    const { key } = upstream.issueKey()
    const { id: keyId } = await addKey(admin, upstream, { key, name: '', walletId, environmentId })
    const { id: searchId } = await createSearch(admin, { name: 'Ada', operation: 'timeline', subject: 'ada' })
    const first = await startRun(admin, upstream, { runId: randomUUID(), searchId, keyId })
    await fetchNextPage(admin, upstream, { continuation: first.continuation ?? '' })
    clock.advance(60_000)
    await checkKey(admin, upstream, keyId)

    const { name, contentType, text } = await ask()
    expect(name).toBe('statement-2026-03-01-2026-03-10.csv')
    expect(contentType).toBe('text/csv; charset=utf-8')
    const rows = rowsOf(text)
    expect(new Set(rows.map(({ wallet }) => wallet))).toEqual(new Set(["'=1+1"]))
    expect(rows[0]).toMatchObject({
      ...DAYS,
      zone: 'Europe/Berlin',
      unit: 'credits',
      line: 'Opening balance',
    })
    const [opening, closing] = rows.filter(({ kind }) => kind === 'balance').map(({ amount }) => nano(amount))
    const parts = rows.filter(({ kind }) => kind === 'part')
    const sum = parts.reduce((total, { amount }) => total + nano(amount), 0n)
    expect(sum).toBeLessThan(0n)
    expect((opening ?? 0n) + sum).toBe(closing)
    expect(parts.some(({ items, line }) => Number(items) > 0 && line === 'Timeline')).toBe(true)

    const own = rowsOf((await ask({ environmentId })).text)
    expect(own.map(({ kind }) => kind)).toEqual(['part', 'balance'])
    expect(nano(own.at(-1)?.amount)).toBe(sum)
  })

  test('refuses an invalid address with what to write; a stranger finds nothing', async () => {
    await expect(ask({ walletId: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask({ from: '10.3.2026' })).rejects.toThrow('from=2026-01-01&to=2026-01-31')
    // Swapping, cutting or moving these days would make a file that its name does not describe.
    for (const days of [
      { from: '2026-03-10', to: '2026-03-01' },
      { from: '2024-01-01', to: '2025-12-31' },
      { from: '2026-02-30', to: '2026-03-01' },
    ])
      await expect(ask(days)).rejects.toThrow('the first one first, at most 366')
    await expect(ask({ to: null })).rejects.toMatchObject({ code: 'invalid' })
    await expect(ask({}, (await makeOtherTeam(team)).admin)).rejects.toMatchObject({ code: 'not_found' })
    await expect(ask({}, await makeMember(team, 'viewer'))).resolves.toBeDefined()
  })
})
