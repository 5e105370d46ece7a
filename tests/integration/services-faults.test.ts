import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackgroundRuns, createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, OPERATION_NAMES, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { FAULT_NAMES, SANDBOX_SERVICES } from '@/lib/sandbox'
import { type ServiceUpstream, startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/** `npm run test:services` asks for 10,000. */
const ITEMS = Number(process.env.SERVICE_ITEMS ?? 500)
const RATE = { calls: 1000, perMs: 1000 }
/** One call in five fails. */
const SHARE = 0.2
/** A storm of 429s pauses a key in real time, and is tested by itself; a sound key is wanted here. */
const FAULTS = FAULT_NAMES.filter((name) => !/429|clock|key-info/.test(name))

/** Waits between tries are cut short; all else takes the time it takes. */
const hasty: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) }

describe.each(SANDBOX_SERVICES)('%s, while one call in five fails', (service) => {
  describeOnEachEngine('keeps the ledger', (open) => {
    let opened: TestDb
    let upstream: ServiceUpstream
    let team: TestTeam
    let ctx: TeamCtx
    let background: BackgroundRuns
    let keyId: string
    let walletId: string
    beforeAll(async () => {
      opened = await open()
      upstream = await startServiceUpstream(service, { rate: RATE, overrides: { limits: { answerMs: 250 } } })
      team = await makeTeam(opened.db, systemClock)
      ctx = { ...team.admin, clock: hasty }
      const issued = upstream.issueKey({ balanceNano: 1_000_000_000_000_000n })
      walletId = issued.walletId
      const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
      keyId = (await addKey(team.admin, upstream, { key: issued.key, name: '', ...where })).id
      const onError = (error: unknown) => expect.unreachable(String(error))
      background = createBackgroundRuns({ services: upstream, clock: systemClock, isShared: false, onError })
    })
    afterAll(async () => {
      await background.stop()
      await upstream.close()
      await opened.close()
    })

    test(`every one of ${ITEMS} items is on it, once, and nothing is bought past an end`, async () => {
      const searches = await Promise.all(
        OPERATION_NAMES.map(async (operation) => {
          const subject = operation === 'search' ? 'rain' : 'zadie_walsh'
          return {
            operation,
            id: (await createSearch(team.admin, { name: operation, operation, subject })).id,
          }
        }),
      )
      let received = 0
      for (let turn = 0; received < ITEMS; turn++) {
        const name = FAULTS[turn % FAULTS.length]
        const search = searches[turn % searches.length]
        if (!name || !search) return expect.unreachable()
        upstream.sandbox.setFault({ name, seed: turn + 1, share: SHARE, only: 'pages' })
        const runId = randomUUID()
        await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId: search.id, keyId })
        await background.ended(runId)
        const run = await getRun(team.admin, runId)
        expect(run.state, name).toBe('ENDED')
        received += run.items
      }
      upstream.sandbox.setFault(null)

      const books = upstream.sandbox.operator.books(walletId)
      const entries = await opened.db.ledgerEntry.findMany({
        where: { walletId: team.walletId },
        include: { attempt: true },
      })
      expect(await opened.db.attempt.count({ where: { walletId: team.walletId, state: 'OPEN' } })).toBe(0)
      const pages = entries.filter(({ attempt }) => attempt.pageNumber > 0)
      const settled = pages.filter(({ outcome }) => outcome === 'SETTLED')
      const unknown = pages.filter(({ outcome }) => outcome === 'UNKNOWN')
      const itemsOf = (of: typeof entries) => of.reduce((sum, { items }) => sum + items, 0)
      expect(itemsOf(settled)).toBe(received)
      const sold = OPERATION_NAMES.reduce((sum, operation) => sum + books.lists[operation].items, 0)
      expect(sold).toBeGreaterThanOrEqual(received)
      const atMost = unknown.reduce((sum, { attempt }) => sum + attempt.reservedItems, 0)
      expect(sold).toBeLessThanOrEqual(received + atMost)
      const charged = entries.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
      const lookUps = entries.filter(({ attempt }) => attempt.pageNumber === 0)
      expect(lookUps.length).toBeLessThanOrEqual(1)
      expect(books.chargedNano).toBeGreaterThanOrEqual(charged)
      const reserved = unknown.reduce((sum, { attempt }) => sum + (attempt.reservedNano ?? 0n), 0n)
      expect(books.chargedNano).toBeLessThanOrEqual(charged + reserved)
      expect(OPERATION_NAMES.map((operation) => books.lists[operation].pagesPastEnd)).toEqual([0, 0, 0])
      expect(books.refused).toBe(0)
      expect(await brokenInvariants(opened.db)).toEqual([])
    }, 300_000)
  })
})
