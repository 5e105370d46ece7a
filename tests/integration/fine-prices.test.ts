import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { nanoToText, parseNano } from '@/lib/kernel'
import { addKey, checkKey } from '@/lib/keys/keys'
import { setPrice } from '@/lib/money/prices'
import { getWalletReport } from '@/lib/money/statements'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

describeOnDatabase('a price with many digits', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  const clock = makeTestClock()
  beforeEach(async () => {
    opened = await open()
    upstream = await startTestUpstream(clock)
    team = await makeTeam(opened.db, clock)
  })
  afterEach(async () => {
    await upstream.close()
    await opened.close()
  })

  test.each(['0.00012345', '0.0000004', '0.123456789', '0.000000001'])(
    'of %s credits an item: ledger, balance and statement agree to the last digit',
    async (price) => {
      const { admin, walletId, environments } = team
      upstream.sandbox.setPrice('timeline', parseNano(price) ?? expect.unreachable())
      await setPrice(admin, { operation: 'timeline', price, firstDay: '' })
      const { key } = upstream.issueKey()
      const place = { name: '', walletId, environmentId: environments[0]?.id ?? '' }
      const { id: keyId } = await addKey(admin, upstream, { key, ...place })
      const { id: searchId } = await createSearch(admin, {
        name: 'Ada',
        operation: 'timeline',
        subject: 'ada',
      })
      const run = await startRun(admin, upstream, { runId: randomUUID(), searchId, keyId })
      expect(run.totals.items).toBe(100)
      const second = await fetchNextPage(admin, upstream, { continuation: run.continuation ?? '' })
      expect(second.totals.items).toBe(200)
      expect(nanoToText(second.totals.chargeNano)).toBe(nanoToText(200n * (parseNano(price) ?? 0n)))
      clock.advance(120_000)
      await checkKey(admin, upstream, keyId)
      const balance = upstream.sandbox.operator.state().at(-1)?.balanceNano
      const period = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') }
      const { statement, events } = await getWalletReport(admin, walletId, period)
      expect(statement).toMatchObject({
        closingNano: balance,
        pagesNano: second.totals.chargeNano,
        roundingNano: 0n,
      })
      expect(events).toEqual([])
    },
  )
})
