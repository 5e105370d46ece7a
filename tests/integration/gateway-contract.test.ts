import { expect, test } from 'vitest'
import { Secret, systemClock } from '@/lib/kernel'
import { createWallet } from '@/lib/money/wallets'
import {
  COUNT_HABITS,
  type CountHabitName,
  LIMITER_NAMES,
  type LimiterName,
  PRESET_NAMES,
  type PresetName,
  SANDBOX_SUGGESTIONS,
} from '@/lib/sandbox'
import { serveGateway } from '@/lib/server/gateway'
import { readEnv } from '@/lib/server/runtime'
import { readProvider } from '@/lib/upstream/client'
import { CHECKS } from '@/tests/contract/checks'
import type { Outcome } from '@/tests/contract/suite/check'
import { judge } from '@/tests/contract/suite/judge'
import { openSession } from '@/tests/contract/suite/session'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { PRESET_PROVIDERS } from '@/tests/factories/preset-providers'
import { makeTeam } from '@/tests/factories/team'
import { SANDBOX_PROVIDER_PRICES, startTestUpstream } from '@/tests/factories/upstream'
import { describeOnSqlite } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

interface Combination {
  readonly preset: PresetName
  readonly limiter: LimiterName
  readonly counts: CountHabitName
}

const turn = <T>(all: readonly [T, ...T[]] | readonly T[], place: number): T => all[place % all.length] as T

/** Combinations with each preset, limiter and habit at least once. */
const FEW: readonly Combination[] = LIMITER_NAMES.map((limiter, place) => ({
  limiter,
  preset: turn(PRESET_NAMES, place),
  counts: turn(COUNT_HABITS, place),
}))
const EVERY: readonly Combination[] = PRESET_NAMES.flatMap((preset) =>
  LIMITER_NAMES.flatMap((limiter) => COUNT_HABITS.map((counts) => ({ preset, limiter, counts }))),
)
/** Tests one combination; `npm run test:long -- gateway` tests all. */
const COMBINATIONS = process.env.GATEWAY === 'all' ? EVERY : FEW.slice(1, 2)

/** Fails at the gateway by design: a page within a burst waits for its slot instead of being refused. */
const NEVER_REFUSED = 'rate limit: a page that is refused with 429 costs nothing'

describeOnSqlite('the provider suite passes through the gateway', (open) => {
  test.each(COMBINATIONS)(
    '$preset, limiter $limiter, counts $counts',
    async ({ preset, limiter, counts }) => {
      const opened = await open()
      const provider = { ...PRESET_PROVIDERS[preset], price: SANDBOX_PROVIDER_PRICES }
      const upstream = await startTestUpstream(systemClock, provider)
      upstream.sandbox.choosePreset(preset)
      upstream.sandbox.chooseLimiter(limiter)
      upstream.sandbox.chooseCounts(counts)
      const team = await makeTeam(opened.db, systemClock)
      const gateway = openGateway(upstream, team, systemClock)
      const served = await serveGateway(gateway, readEnv({}), () => null)
      const { key } = upstream.issueKey({ pack: 'Builder' })
      const service = await makeService(gateway, upstream, team, { key })
      const { id: emptyId } = await createWallet(team.admin, { name: 'Empty' })
      const poor = upstream.issueKey({ balanceNano: 0n })
      const empty = await makeService(gateway, upstream, { ...team, walletId: emptyId }, { key: poor.key })
      const { timelineUser, searchQuery, followersUser } = SANDBOX_SUGGESTIONS
      const target = {
        baseUrl: `http://127.0.0.1:${served.door.port}/gateway`,
        provider: readProvider(PRESET_PROVIDERS[preset]),
        key: service.token,
        emptyKey: empty.token,
        subjects: { timelineUser, searchQuery, followersUser, shortListUser: 'zadie_walsh' },
        maxItems: null,
        exactBalances: true,
        isStrict: limiter === 'gcra-strict',
      }
      const session = openSession(target)
      const outcomes: Outcome[] = []
      for (const check of CHECKS) outcomes.push(await judge(session, check))
      await session.close()
      const others = outcomes.filter(({ state }) => state !== 'holds')
      // If the sandbox handles counts in its own way, a direct client finds the same.
      const direct = openSession({
        ...target,
        baseUrl: upstream.upstreams.baseUrl,
        key: new Secret(key),
        emptyKey: new Secret(poor.key),
      })
      const found: Outcome[] = []
      for (const check of CHECKS.filter(({ topic, name }) =>
        others.some(({ statement }) => statement === `${topic}: ${name}`),
      ))
        found.push(await judge(direct, check))
      await direct.close()
      await served.close()
      expect(await brokenInvariants(opened.db)).toEqual([])
      await upstream.close()
      await opened.close()
      const differing = (all: readonly Outcome[]) =>
        all.flatMap(({ statement, state }) => (statement === NEVER_REFUSED ? [] : [`${statement} ${state}`]))
      const why = others.map((each) => `${each.statement}: ${each.why}`).join('\n')
      expect(differing(others), why).toEqual(differing(found))
      if (counts === 'exact') expect(differing(others)).toEqual([])
      const paged = others.find(({ statement }) => statement === NEVER_REFUSED)
      expect(paged?.why).toContain('came all the same')
    },
    120_000,
  )
})
