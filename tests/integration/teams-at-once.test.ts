import { expect, test } from 'vitest'
import { createRunServices } from '@/lib/collect/runs'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnPostgres } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const TEAMS = 4
const CALLS = 160
const OVER_MS = 1200
/** PostgreSQL sessions report their statistics once a second. */
const TOLD_MS = 1200
/** The time after which a caller is answered before its settlement is written. */
const GATEWAY_MS = 5000
/**
 * A clock by which a write may take a minute, so that a caller is answered early only if the write fails,
 * however busy the machine.
 */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms === GATEWAY_MS ? 60_000 : ms, signal),
}

describeOnPostgres('services of several teams at two instances', (open) => {
  test('never deadlock, and no answer precedes its settlement', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(clock)
    const first = await makeTeam(opened.db, clock)
    const instances = [upstream, createRunServices(upstream, newId(), clock)]
    const gateways = instances.map((services) => openGateway(services, first, clock))
    const services: TestService[] = []
    for (let place = 0; place < TEAMS; place++) {
      const team = place === 0 ? first : await makeOtherTeam(first)
      const budget = { name: 'All', scope: 'team', unit: 'items', period: 'total', amount: '999999999' }
      await createBudget(team.admin, createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] }))
      services.push(await makeService(openGateway(upstream, team, clock), upstream, team))
    }
    const call = async (place: number) => {
      await clock.sleep((place * OVER_MS) / CALLS)
      // Each team calls each instance.
      const service = services[(place >> 1) % TEAMS]
      const at = gateways[place % 2]
      return service?.ask('/v1/users/ada/tweets?count=20', { ...(at && { at }) })
    }
    const answers = await Promise.all(Array.from({ length: CALLS }, (_, place) => call(place)))
    const bad = answers.filter((answer) => answer?.status !== 200 || 'purser-settled' in answer.headers)
    expect(bad).toEqual([])
    await clock.sleep(TOLD_MS)
    const [row] = await opened.db.$queryRaw<{ many: bigint }[]>`
      SELECT deadlocks AS "many" FROM pg_stat_database WHERE datname = current_database()`
    expect(Number(row?.many)).toBe(0)
    expect(await brokenInvariants(opened.db)).toEqual([])
    await upstream.close()
    await opened.close()
  })
})
