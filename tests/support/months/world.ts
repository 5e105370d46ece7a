import { randomUUID } from 'node:crypto'
import { createSearch } from '@/lib/collect/searches'
import { OPERATION_NAMES, type Operation } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { createWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { COUNT_HABITS, type CountHabitName } from '@/lib/sandbox'
import { createTeam, findMembership, listEnvironments } from '@/lib/teams/teams'
import type { TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { Books } from './books'
import { type Draws, makeDraws } from './draws'
import { drawShapes, priceIn, type Shapes } from './shapes'

/** How long an answer takes. A balance is as of the question, a charge too. */
export const ANSWER_MS = 40
/** No price changes by more: what no reading can tell apart (doubts.ts) is counted up to twenty times. */
export const MAX_TIMES = 15n
const SUBJECTS = { timeline: 'ada', search: 'coffee', followers: 'basil' } as const

/** One of the team's wallets, and the sandbox's wallet behind it. */
export interface TestWallet {
  readonly walletId: string
  readonly upstreamId: string
  readonly keyIds: readonly [string, ...string[]]
  /** A key of the same wallet that Purser does not have. */
  readonly thiefKey: string
  readonly operations: readonly [Operation, ...Operation[]]
  readonly openingNano: bigint
  /** What the sandbox has charged for an item, each price that ever was. */
  readonly prices: Map<Operation, bigint[]>
}

/** A small month uses one operation. */
export type MonthSize = 'small' | 'whole'

export interface World {
  readonly ctx: TeamCtx
  readonly clock: TestClock
  readonly upstream: TestUpstream
  readonly draws: Draws
  readonly books: Books
  readonly pots: readonly [TestWallet, TestWallet]
  readonly searches: Readonly<Record<Operation, string>>
  readonly budgets: { readonly items: string; readonly credits: string }
  /** Charges show so late; whether the provider says so. */
  readonly lagMs: number
  readonly isLagTold: boolean
  readonly size: MonthSize
  /** How the charge of each list's pages is made of a price. */
  readonly shapes: Shapes
  /** Whether prices are stated, or read off the balance. */
  readonly arePricesTold: boolean
  /** What kind of month it is, for who reads a failure. */
  readonly says: string
  /** Keeps the next answer back until what it returns is called. */
  holdAnswer(): () => void
  close(): Promise<void>
}

/** A team with two wallets of two prices, on a sandbox and a clock of its own. */
export async function makeWorld(first: TestTeam, seed: number, size: MonthSize): Promise<World> {
  const draws = makeDraws(seed)
  const clock = makeTestClock(new Date('2026-03-01T06:00:00Z'))
  const gate = makeGate(clock)
  const habit = draws.pick<CountHabitName>(['exact', ...COUNT_HABITS])
  const lagMs = draws.chance(35) ? 0 : draws.between(1, 90) * 1000
  const isLagTold = draws.chance(30)
  const arePricesTold = draws.chance(size === 'small' ? 80 : 60)
  const stated = OPERATION_NAMES.map((name) => [name, draws.price()] as const)
  const shapes = drawShapes(draws, arePricesTold)
  const provider = {
    ...(arePricesTold && {
      price: Object.fromEntries(stated.map(([name, nano]) => [name, priceIn(shapes[name], nano)])),
    }),
    ...(isLagTold && { chargeDelayMs: lagMs }),
  }
  const upstream = await startTestUpstream(clock, provider, gate.clock)
  const { sandbox } = upstream
  sandbox.chooseCounts(habit)
  sandbox.chooseChargeDelay(lagMs)
  sandbox.chooseLatency({ ms: ANSWER_MS, spreadMs: 0 })
  const ctx = await makeTeam(first, clock)
  const books = new Books(sandbox)
  const makePot = async (
    name: string,
    prices: readonly (readonly [Operation, bigint])[],
  ): Promise<TestWallet> => {
    const openingNano = 10n ** 15n + BigInt(draws.between(1, 999_999_999))
    const { key, walletId: upstreamId } = upstream.issueKey({ balanceNano: openingNano })
    for (const [operation, nano] of prices) {
      sandbox.setPrice(operation, nano, upstreamId)
      sandbox.chooseShape(operation, shapes[operation], upstreamId)
    }
    const { id: walletId } = await createWallet(ctx, { name })
    const environments = await listEnvironments(ctx)
    const keyIds: string[] = []
    for (let place = 0; place <= (size === 'small' ? 0 : draws.between(0, 1)); place++) {
      const environmentId = environments[place]?.id ?? ''
      const one = place === 0 ? key : upstream.issueKey({ walletId: upstreamId }).key
      keyIds.push((await addKey(ctx, upstream, { key: one, name: '', walletId, environmentId })).id)
    }
    const [keyId = '', ...others] = keyIds
    const thiefKey = upstream.issueKey({ walletId: upstreamId }).key
    return {
      walletId,
      upstreamId,
      keyIds: [keyId, ...others],
      thiefKey,
      operations: draws.pick<TestWallet['operations']>(
        size === 'small'
          ? [['timeline'], ['search'], ['followers']]
          : [['timeline'], ['search', 'timeline'], ['timeline', 'followers']],
      ),
      openingNano,
      prices: new Map(prices.map(([operation, nano]) => [operation, [nano]])),
    }
  }
  const pots = [
    await makePot('One', stated),
    await makePot(
      'Two',
      stated.map(([name, nano]) => [name, draws.priceNear(nano, MAX_TIMES)] as const),
    ),
  ] as const
  clock.advance(60_000)
  return {
    ...{ ctx, clock, upstream, draws, books, size, lagMs, isLagTold, arePricesTold, shapes },
    pots,
    searches: await makeSearches(ctx),
    budgets: { items: await makeBudget(ctx, 'items'), credits: await makeBudget(ctx, 'credits') },
    says: `count ${habit}, charges show ${lagMs / 1000} s late${isLagTold ? ' as the provider says' : ''}, prices ${arePricesTold ? 'stated' : 'by the readings'}, ${OPERATION_NAMES.map((name) => JSON.stringify(priceIn(shapes[name], 1_000_000_000n))).join(' ')}`,
    holdAnswer: gate.hold,
    close: () => upstream.close(),
  }
}

async function makeTeam({ admin }: TestTeam, clock: TestClock): Promise<TeamCtx> {
  const { db, actor } = admin
  const id = actor.userId ?? ''
  const who = { id, name: actor.name, sid: actor.sid ?? '' }
  const team = await createTeam(db, clock, who, { name: `Month ${randomUUID()}`, timeZone: 'Europe/Berlin' })
  const membership = await findMembership(db, team.slug, id)
  if (!membership) throw new Error('The month has no member')
  return { ...admin, team: membership.team, clock, actor: { ...actor, memberId: membership.memberId } }
}

async function makeSearches(ctx: TeamCtx): Promise<Record<Operation, string>> {
  const make = async (operation: Operation) =>
    (await createSearch(ctx, { name: operation, operation, subject: SUBJECTS[operation] })).id
  return {
    timeline: await make('timeline'),
    search: await make('search'),
    followers: await make('followers'),
  }
}

/** A budget that counts everything and stops nothing. */
async function makeBudget(ctx: TeamCtx, unit: 'items' | 'credits'): Promise<string> {
  const kind = { scope: 'team', scopeId: '', unit, period: 'total', amount: '90000000', stops: false }
  return (await createBudget(ctx, createBudgetInput.parse({ name: unit, tellsAt: [], ...kind }))).id
}

/** The sandbox's clock: an answer takes simulated time, and one of them can be kept back. */
function makeGate(clock: TestClock) {
  let held: Promise<void> | null = null
  return {
    clock: {
      ...clock,
      async sleep(ms: number) {
        const mine = held
        held = null
        await mine
        clock.advance(ms)
      },
    },
    hold() {
      let open = () => {}
      held = new Promise<void>((resolve) => {
        open = resolve
      })
      return () => open()
    },
  }
}
