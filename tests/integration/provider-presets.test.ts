import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testProvider } from '@/lib/collect/runs'
import { type Operation, Secret, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createSandbox, PRESET_NAMES, type Sandbox } from '@/lib/sandbox'
import {
  defaultProvider,
  type Page,
  type PageRequest,
  type Provider,
  readProvider,
} from '@/lib/upstream/client'
import { createUpstreams, withOverrides } from '@/lib/upstream/providers'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

const OPERATIONS: Operation[] = ['timeline', 'search', 'followers']

describeOnDatabase('a provider test on the sandbox', (open) => {
  describe.each(PRESET_NAMES)('%s', (preset) => {
    const clock = makeTestClock()
    /**
     * The sandbox's clock, which stands still while the test provokes a 429: on a slow machine, the wait
     * would fit either unit.
     */
    let sandboxMs = 0
    let opened: TestDb
    let team: TestTeam
    let sandbox: Sandbox
    let services: TestUpstream
    let baseUrl: string
    let key: string
    beforeAll(async () => {
      opened = await open()
      team = await makeTeam(opened.db, clock)
      sandbox = await createSandbox({
        dataDir: null,
        preset,
        clock: { ...systemClock, monotonic: () => sandboxMs },
      })
      baseUrl = (await sandbox.listen({ port: 0 })).baseUrl
      const { walletId } = sandbox.operator.createWallet({ name: 'test', balanceNano: 1_000_000_000_000n })
      sandbox.operator.buyPack(walletId, 'Builder')
      key = sandbox.operator.createKey(walletId).reveal()
      const usual = await startTestUpstream(clock)
      services = { ...usual, upstreams: createUpstreams({ baseUrl, clock, provider: defaultProvider }) }
    })
    afterAll(async () => {
      await services.upstreams.close()
      await services.close()
      await sandbox.close()
      await opened.close()
    })

    /** Buys a page through the key's pacer. After a provoked 429, the first calls may be refused again. */
    async function buy(provider: Provider, keyId: string, request: PageRequest): Promise<Page> {
      const slot = await services.pacers.for(keyId, 25, keyId).slot()
      const answer = await services.upstreams.at(provider).fetchPage(new Secret(key), request)
      if (answer.ok) {
        slot.answered()
        return answer.value
      }
      if (answer.problem.kind !== 'rate_limited') throw new Error(answer.problem.message)
      slot.refused({ retryAfterMs: answer.problem.retryAfterMs ?? null })
      return buy(provider, keyId, request)
    }

    test('begins with the default provider and ends with one that reads everything', async () => {
      const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
      const { id: keyId } = await addKey(team.admin, services, { key, name: '', ...where })
      const found = await testProvider(team.admin, services, {
        keyId,
        operations: OPERATIONS,
        user: 'ada',
        query: 'coffee',
        provokes: true,
        overrides: {},
      })
      expect(found.pages.map(({ items }) => items > 0)).toEqual([true, true, true])
      sandboxMs += 2000
      const [balance] = sandbox.operator.state().map(({ balanceNano }) => balanceNano)
      const settled = await opened.db.ledgerEntry.aggregate({
        _sum: { items: true },
        where: { outcome: 'SETTLED' },
      })
      expect(settled._sum.items).toBe(found.pages.reduce((sum, { items }) => sum + items, 0))
      expect(await opened.db.ledgerEntry.count({ where: { outcome: 'UNKNOWN' } })).toBe(0)
      expect(balance).toBeLessThan(1_000_000_000_000n)
      if (preset === 'nested') expect(found.suggestion.retryAfterUnit).toBe('milliseconds')
      if (preset === 'legacy') expect(found.retryAfter?.unit).toBe('date')

      const provider = providerOf(found.suggestion)
      for (const operation of OPERATIONS) {
        const subject = operation === 'search' ? 'coffee' : 'ada'
        const page = await buy(provider, keyId, { operation, subject, count: 20 })
        const [item] = await page.items()
        expect(item?.id).toMatch(/^\d+$/)
        expect(item?.author.handle).toMatch(/\w/)
        expect(item?.author.name).toMatch(/\S/)
        if (operation !== 'followers') expect(item?.text).toMatch(/\S/)
        if (operation !== 'followers') expect(item?.createdAt).toMatch(/^20\d\d-/)
        if (preset !== 'plain') expect(page.reportedChargeNano).toBeGreaterThan(0n)
      }
    })
  })
})

/** Returns a provider with fields set by their dotted names. */
function providerOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values).reduce((provider, [name, value]) => {
    const nested = name.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value)
    return withOverrides(provider, nested)
  }, readProvider({}))
}
