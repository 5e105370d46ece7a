import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackgroundRuns, fetchNextPage, getRun, startBackgroundRun, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { NANO_PER_CREDIT, nanoToText, OPERATION_NAMES, type Operation, systemClock } from '@/lib/kernel'
import { addKey, listKeys } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { getWallet } from '@/lib/money/wallets'
import { SANDBOX_SERVICES, type SandboxService } from '@/lib/sandbox'
import { listFormOf, readPage } from '@/lib/upstream/client'
import { pagePath } from '@/lib/upstream/client/address'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { itemsOf } from '@/tests/factories/items'
import { type ServiceUpstream, startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/**
 * A fast rate, so that no test waits for a window of 15 minutes; the pace of each window has its own tests.
 */
const RATE = { calls: 1000, perMs: 1000 }

const BALANCE = 1_000_000n * NANO_PER_CREDIT

const valueAt = (body: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>((value, step) => Object.entries(value ?? {}).find(([at]) => at === step)?.[1], body)

/** Lists of several pages. */
const SUBJECTS: Readonly<Record<Operation, { operation: Operation; subject: string }>> = {
  timeline: { operation: 'timeline', subject: 'zadie_walsh' },
  search: { operation: 'search', subject: 'rain' },
  followers: { operation: 'followers', subject: 'zadie_walsh' },
}

describe.each(SANDBOX_SERVICES)('%s', (service: SandboxService) => {
  describeOnDatabase('reads each list to its end', (open) => {
    let opened: TestDb
    let upstream: ServiceUpstream
    let team: TestTeam
    let keyId: string
    let walletId: string
    let key: string
    beforeAll(async () => {
      opened = await open()
      upstream = await startServiceUpstream(service, { rate: RATE })
      team = await makeTeam(opened.db, systemClock)
      const issued = upstream.issueKey({ balanceNano: BALANCE })
      walletId = issued.walletId
      key = issued.key
      const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
      keyId = (await addKey(team.admin, upstream, { key: issued.key, name: '', ...where })).id
    })
    afterAll(async () => {
      await upstream.close()
      await opened.close()
    })
    /** Returns the id that earlier runs have looked up. */
    const idOfUser = async () => (await opened.db.lookedUpUser.findFirstOrThrow()).userId
    const books = () => upstream.sandbox.operator.books(walletId)

    test('its key is checked, and its balance is the service’s', async () => {
      const [key] = await listKeys(team.admin)
      expect(key).toMatchObject({ isUnchecked: false, status: 'active' })
      const { balance } = await getWallet(team.admin, team.walletId)
      expect(nanoToText(balance?.balanceNano ?? 0n)).toBe(nanoToText(BALANCE))
    })

    test('the gateway shows the balance at the account’s path in the service’s own format', async () => {
      const { provider, baseUrl } = await upstream.upstreams.for(team.admin)
      const { account, auth } = provider
      if (!account) throw new Error('The service has no account')
      const headers = { [auth.header]: `${auth.scheme} ${key}`.trim() }
      const own: unknown = await (await fetch(baseUrl + account.path, { headers })).json()
      const asker = await makeService(openGateway(upstream, team, systemClock), upstream, team, { keyId })
      const answer = await asker.ask(account.path)
      expect(answer).toMatchObject({ status: 200, charge: 'none' })
      const told: unknown = JSON.parse(answer.text)
      const fields = [...account.balance, ...account.repeats]
      expect(fields.map((name) => typeof valueAt(told, name))).toEqual(
        fields.map((name) => typeof valueAt(own, name)),
      )
      const sumOf = (body: unknown) =>
        account.balance.reduce((sum, name) => sum + Number(valueAt(body, name)), 0)
      expect(sumOf(told)).toBe(sumOf(own))
      for (const name of account.repeats) expect(Number(valueAt(told, name))).toBe(sumOf(told))
    })

    test.each(OPERATION_NAMES)(
      '%s: in the background, page by page and through the gateway',
      async (operation) => {
        const before = books()
        const { id: searchId } = await createSearch(team.admin, { name: operation, ...SUBJECTS[operation] })
        const background = createBackgroundRuns({
          services: upstream,
          clock: systemClock,
          isShared: false,
          onError: (error) => expect.unreachable(String(error)),
        })
        const begun = await startBackgroundRun(
          team.admin,
          { ...upstream, background },
          { runId: randomUUID(), searchId, keyId },
        )
        await background.ended(begun.runId)
        const run = await getRun(team.admin, begun.runId)
        expect(run).toMatchObject({ endReason: 'last_page', state: 'ENDED' })
        const items = await itemsOf(team.admin, run.id)
        expect(items.length).toBeGreaterThan(20)
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        expect(items.every(({ createdAt }) => createdAt !== null)).toBe(true)
        expect(items.every(({ author }) => author.handle !== null)).toBe(true)

        let answer = await startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId })
        let count = answer.page?.items.length ?? 0
        while (answer.continuation !== null) {
          answer = await fetchNextPage(team.admin, upstream, { continuation: answer.continuation })
          count += answer.page?.items.length ?? 0
        }
        expect(answer.problem).toBeNull()
        expect(count).toBe(items.length)

        const after = books()
        const { [operation]: was } = before.lists
        const { [operation]: is } = after.lists
        expect(is.items - was.items).toBe(2 * items.length)
        expect(is.pagesPastEnd).toBe(0)
        expect(after.refused).toBe(0)
        const { entries } = await listEntries(team.admin, { runId: run.id })
        expect(entries.reduce((sum, entry) => sum + entry.items, 0)).toBe(items.length)
      },
    )

    test('the gateway passes each list to its end by the service’s own addresses', async () => {
      const gateway = openGateway(upstream, team, systemClock)
      const caller = await makeService(gateway, upstream, team, { keyId })
      const before = books()
      let items = 0
      for (const operation of OPERATION_NAMES) {
        const { provider } = await upstream.upstreams.for(team.admin)
        const form = listFormOf(provider, operation)
        for (let cursor: string | null = null, pages = 0; pages === 0 || cursor !== null; pages++) {
          const subject = form.subject.is === 'id' ? await idOfUser() : SUBJECTS[operation].subject
          const asked = { operation, subject, ...(cursor !== null && { cursor }) }
          const path = pagePath(asked, provider)
          if (!path.ok) return expect.unreachable(path.problem.message)
          const answer = await caller.ask(path.value)
          expect(answer.status).toBe(200)
          const page = readPage(JSON.parse(answer.text), new Map(), { operation }, provider)
          if (!page.ok) return expect.unreachable(page.problem.message)
          items += page.value.items.length
          cursor = page.value.nextCursor
        }
      }
      const after = books()
      const sold = OPERATION_NAMES.map((name) => after.lists[name].items - before.lists[name].items)
      expect(sold.reduce((sum, each) => sum + each, 0)).toBe(items)
      expect(OPERATION_NAMES.map((name) => after.lists[name].pagesPastEnd)).toEqual([0, 0, 0])
      expect(after.refused).toBe(0)
    })

    test('a search saved as Top is requested as Top', async () => {
      const orders = new Set<string>()
      for (const product of ['Latest', 'Top'] as const) {
        const fields = { name: product, ...SUBJECTS.search, product }
        const { id: searchId } = await createSearch(team.admin, fields)
        const answer = await startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId })
        orders.add((answer.page?.items ?? []).map(({ id }) => id).join())
      }
      expect(orders.size).toBe(2)
    })

    test('the ledger equals the service’s books, to the last unit', async () => {
      const { chargedNano } = books()
      expect(chargedNano).toBeGreaterThan(0n)
      const { expectedNano } = await getWallet(team.admin, team.walletId)
      expect(expectedNano).toBe(BALANCE - chargedNano)
      expect(await brokenInvariants(opened.db)).toEqual([])
    })
  })
})
