import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { continueRun, createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, nanoToText, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { changeBudget, createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { SANDBOX_PRICES, SANDBOX_SUGGESTIONS } from '@/lib/sandbox'
import { type SubjectBooks, startSubjectBooks } from '@/tests/factories/subject-books'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const PAGE = 200
/** Items that each run has before it continues. */
const HAD = 2 * PAGE

/** The pauses of retries are cut, because nothing here depends on their length. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 20), signal),
}

describeOnEachEngine('a budget that changes while a run continues', async (open) => {
  const { db } = await open()
  let books: SubjectBooks | undefined
  const upstream = await startTestUpstream(clock, undefined, systemClock, undefined, async (baseUrl) => {
    books = await startSubjectBooks(baseUrl)
    return books.baseUrl
  })
  upstream.sandbox.chooseCounts('exact')
  const proxy = books ?? expect.unreachable('There is no proxy')
  const team = await makeTeam(db, clock)
  const background = createBackgroundRuns({
    ...{ services: upstream, clock, isShared: false },
    onError: (error) => expect.unreachable(String(error)),
  })
  const services = { ...upstream, background }
  afterEach(async () => {
    proxy.fate = () => 'passes'
    proxy.gate = () => Promise.resolve()
    // A budget is passed by nothing but its own change.
    expect((await brokenInvariants(db)).filter((rule) => !rule.startsWith('a budget that stops'))).toEqual([])
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await proxy.close()
  })

  /** Runs a search up to `HAD` items of each subject, with a key whose wallet the service keeps books of. */
  async function makeRun(subjects: readonly string[], pack?: 'Free') {
    const issued = upstream.issueKey(pack && { pack })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { id: keyId } = await addKey(team.admin, upstream, { key: issued.key, name: '', ...where })
    const [subject = ''] = subjects
    const whom = subjects.length === 1 ? { subject } : { subject: '', subjects: [...subjects] }
    const search = { name: randomUUID(), operation: 'followers', ...whom } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const runId = randomUUID()
    await startBackgroundRun(team.admin, services, { runId, searchId, keyId, capItems: HAD })
    await background.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({
      ...{ endReason: 'cap_reached', items: subjects.length * HAD, may: { goOn: true } },
    })
    const sold = () => upstream.sandbox.operator.books(issued.walletId)
    return { runId, keyId, searchId, sold }
  }
  type Made = Awaited<ReturnType<typeof makeRun>>
  const goOn = ({ runId }: Made) =>
    continueRun(team.admin, services, { runId, capItems: null, capCredits: null })
  /** Creates a budget of the run's search. The amount is what so many items come to. */
  const budgetOf = (
    { searchId }: Made,
    name: string,
    { unit, amount: items }: { readonly unit: 'items' | 'credits'; readonly amount: number },
  ) => {
    const amount = unit === 'items' ? String(items) : nanoToText(BigInt(items) * SANDBOX_PRICES.followers)
    const own = { ...{ name, scope: 'search', scopeId: searchId, period: 'total' }, unit, amount }
    return createBudget(team.admin, createBudgetInput.parse({ ...own, stops: true, tellsAt: [] }))
  }
  const lower = (budgetId: string, name: string, items: number) =>
    changeBudget(team.admin, { budgetId, name, amount: String(items), stops: true, tellsAt: [] })
  /** Holds all requests from the next one on; `arrived` resolves once so many for pages wait. */
  const hold = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let waiting = 0
    proxy.fate = () => {
      waiting++
      return 'passes'
    }
    proxy.gate = () => promise
    return { arrived: waitUntil(() => waiting >= count), release: resolve, count: () => waiting }
  }
  /** Expects that the ledger has what the service sold. Returns the number of items. */
  async function expectBooks({ runId, keyId, sold }: Made): Promise<number> {
    const { entries } = await listEntries(team.admin, { keyId }, undefined, 1000)
    const settled = entries.filter(({ outcome }) => outcome === 'SETTLED')
    const items = settled.reduce((sum, each) => sum + each.items, 0)
    expect({
      items,
      chargeNano: settled.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n),
    }).toEqual({ items: sold().lists.followers.items, chargeNano: sold().chargedNano })
    expect((await getRun(team.admin, runId)).items).toBe(items)
    return items
  }

  const runs = [
    { what: 'a run', subjects: SANDBOX_SUGGESTIONS.users.slice(0, 1) },
    { what: 'a batch', subjects: SANDBOX_SUGGESTIONS.users.slice(0, 4) },
  ]
  const almostTwo = (inFlight: number) => inFlight + 2 * PAGE - 1
  /** New amounts, from what was bought before on, and the pages that fit into them besides those in flight. */
  const changes = [
    { how: 'lowered to', title: 'less than was spent', amount: () => -PAGE / 2, more: 0 },
    { how: 'created with', title: 'what was spent', amount: () => 0, more: 0 },
    { how: 'lowered to', title: 'what is in flight', amount: (inFlight: number) => inFlight, more: 0 },
    { how: 'created with', title: 'almost two pages more', amount: almostTwo, more: 1 },
    {
      how: 'lowered to',
      title: 'two pages more',
      amount: (inFlight: number) => inFlight + 2 * PAGE,
      more: 2,
    },
  ]
  for (const { what, subjects } of runs)
    for (const { how, title, amount, more } of changes)
      test(`${what} in flight, a budget ${how} ${title}: only what fits is bought`, async () => {
        const made = await makeRun(subjects)
        const own = { unit: 'items', amount: 1_000_000 } as const
        const isNew = how === 'created with'
        const { id: lowered } = await budgetOf(made, title, own)
        const inFlight = subjects.length * PAGE
        const held = hold(subjects.length)
        await goOn(made)
        await held.arrived
        const items = subjects.length * HAD + amount(inFlight)
        const budgetId = isNew
          ? (await budgetOf(made, title, { unit: 'credits', amount: items })).id
          : lowered
        if (!isNew) await lower(lowered, title, items)
        held.release()
        await background.ended(made.runId)
        const bought = subjects.length * HAD + inFlight + more * PAGE
        const stopped = {
          ...{ state: 'ENDED', endReason: 'budget_refused', may: { goOn: true } },
          endNote: expect.stringContaining(`“${title}”`),
        }
        expect(await getRun(team.admin, made.runId)).toMatchObject(stopped)
        expect(await expectBooks(made)).toBe(bought)
        // Another try buys nothing.
        await goOn(made)
        await background.ended(made.runId)
        expect(await getRun(team.admin, made.runId)).toMatchObject(stopped)
        expect(await expectBooks(made)).toBe(bought)
        const unit = isNew ? SANDBOX_PRICES.followers : 1n
        expect(await getBudget(team.admin, budgetId)).toMatchObject({
          ...{ settled: BigInt(bought) * unit, reserved: 0n },
        })
      })

  test('pages of a batch that wait for their key when the budget is lowered are not sent', async () => {
    const subjects = SANDBOX_SUGGESTIONS.users.slice(0, 4)
    const made = await makeRun(subjects, 'Free')
    const { id: budgetId } = await budgetOf(made, 'Slow', { unit: 'items', amount: 1_000_000 })
    const held = hold(1)
    await goOn(made)
    await held.arrived
    const opened = { keyId: made.keyId, state: 'OPEN' }
    await waitUntil(async () => (await db.attempt.count({ where: opened })) === subjects.length)
    await lower(budgetId, 'Slow', subjects.length * HAD)
    await waitUntil(async () => {
      const { entries } = await listEntries(team.admin, { keyId: made.keyId }, undefined, 1000)
      const refused = entries.filter(({ outcome }) => outcome === 'FREE')
      return refused.length + held.count() >= subjects.length
    })
    held.release()
    await background.ended(made.runId)
    expect(await getRun(team.admin, made.runId)).toMatchObject({ endReason: 'budget_refused' })
    expect(await expectBooks(made)).toBe(subjects.length * HAD + held.count() * PAGE)
    expect(held.count()).toBeLessThan(subjects.length)
  })
})
