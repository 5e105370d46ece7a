import { afterAll, expect, test } from 'vitest'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('pages larger than the provider says', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const caller = await makeService(openGateway(upstream, team, clock), upstream, team)
  afterAll(() => upstream.close())

  const makeBudget = async (amount: string) => {
    const kind = { scope: 'service', scopeId: caller.serviceId, unit: 'items', period: 'total', stops: true }
    return createBudget(team.admin, createBudgetInput.parse({ name: amount, amount, tellsAt: [], ...kind }))
  }

  test('a call holds what a page of the list has had before, whatever count it requests', async () => {
    upstream.sandbox.setFault({ name: 'more-than-maximum', only: 'pages' })
    expect((await caller.ask('/v1/users/ada/tweets')).status).toBe(200)
    // A page of the provider's maximum would still fit.
    const { id } = await makeBudget('400')
    const { settled, left } = await getBudget(team.admin, id)
    expect([settled > 200n, left > 100n]).toEqual([true, true])
    // Purser cannot read these counts; the upstream may read any page size in them.
    const answers = await Promise.all(
      ['?count=%2B500', '?count=1e3', ''].map((query) => caller.ask(`/v1/users/ada/tweets${query}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402])
    expect(await getBudget(team.admin, id)).toMatchObject({ settled, reserved: 0n })
  })

  test('a call with a count above the provider’s maximum holds that count', async () => {
    upstream.sandbox.setFault(null)
    await makeBudget('4000')
    expect((await caller.ask('/v1/search?q=coffee&count=5000')).status).toBe(402)
  })
})
