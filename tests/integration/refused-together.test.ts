import { afterAll, expect, test } from 'vitest'
import type { PageOrder } from '@/lib/collect/runs'
import { newId, systemClock } from '@/lib/kernel'
import { addKey, getUsableKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

const REFUSED = 8

describeOnEachEngine('calls of one group that many budgets refuse', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const teams = [team, await makeOtherTeam(team)]
  afterAll(() => upstream.close())

  test('are found together, each with its own budget, without rewriting the others for each', async () => {
    let claims = 0
    const ofTeam = async ({ admin, walletId, environments }: TestTeam) => {
      const where = { walletId, environmentId: environments[0]?.id ?? '' }
      const { id: keyId } = await addKey(admin, upstream, {
        key: upstream.issueKey().key,
        name: '',
        ...where,
      })
      const key = await getUsableKey(admin, keyId)
      const source = await upstream.upstreams.for(admin)
      const openFor = (searchId: string, searchName: string) => {
        const order: PageOrder = {
          ...{ upstream: source, key, pageNumber: 1, priority: 'run' },
          request: { operation: 'timeline', subject: 'ada' },
          attribution: {
            ...{ ...where, keyId, keyPrefix: 'xd_live_abcd', environmentName: 'production' },
            ...{ principal: 'member', principalId: admin.actor.memberId, origin: 'search' },
            ...{ memberId: admin.actor.memberId, memberName: 'Ada', runId: newId(), operation: 'timeline' },
            ...{ searchId, searchName },
          },
          claim: async () => void claims++,
          giveBack: async () => undefined,
        }
        return upstream.book.open(admin, order)
      }
      const searches = [...Array.from({ length: REFUSED }, (_, place) => `search ${place}`), 'free'].map(
        (name) => ({ name, id: newId() }),
      )
      for (const { name, id: scopeId } of searches.slice(0, REFUSED))
        await createBudget(
          admin,
          createBudgetInput.parse({
            ...{ name, scope: 'search', scopeId, unit: 'items', period: 'total' },
            ...{ amount: '10', stops: true, tellsAt: [] },
          }),
        )
      return searches.map(
        ({ id, name }) =>
          () =>
            openFor(id, name),
      )
    }
    const opens = (await Promise.all(teams.map(ofTeam))).flat()
    const ends = await Promise.allSettled(opens.map((open) => open()))
    const messages = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'open'))
    const tight = Array.from({ length: REFUSED }, (_, place) =>
      expect.stringContaining(`“search ${place}” stops here`),
    )
    expect(messages).toEqual([...tight, 'open', ...tight, 'open'])
    // Only calls that were let through are claimed.
    expect(claims).toBe(teams.length)
    expect(await opened.db.attempt.count()).toBe(teams.length)
  })
})
