import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { fetchNextPage, startRun } from '@/lib/collect/runs'
import { maxPageSize, type Operation, Secret } from '@/lib/kernel'
import type { FaultName } from '@/lib/sandbox'
import { waitUntil } from '@/tests/support/wait-until'
import type { Charge } from './books'
import { mostTimes } from './shapes'
import { ANSWER_MS, type TestWallet, type World } from './world'

type Answer = Awaited<ReturnType<typeof startRun>>

const LOST_CHARGED: readonly [FaultName, ...FaultName[]] = [
  'reset-after-charge',
  'body-cut-short',
  'not-http',
  '500-after-charge',
  '502-html-after-charge',
]
const LOST_UNCHARGED: readonly [FaultName, ...FaultName[]] = ['reset-before-charge', '500-before-charge']
const STRANGE: readonly [FaultName, ...FaultName[]] = [
  'more-than-asked',
  'more-than-maximum',
  'empty-page-with-cursor',
]

/** Some seconds pass between two things that happen. */
export const passSomeSeconds = ({ clock, draws }: World): void => clock.advance(1000 * draws.between(1, 9))

/** Our own run of some pages, with a cap of its own so that pages differ in size. Notes what each was charged. */
export async function buyPages(
  world: World,
  pot: TestWallet,
  operation: Operation,
  pages = 1,
): Promise<void> {
  passSomeSeconds(world)
  let answer = await noted(world, pot, operation, () => start(world, pot, operation))
  for (let page = 1; page < pages && answer.continuation; page++)
    answer = await nextPage(world, pot, operation, answer)
}

function nextPage(
  world: World,
  pot: TestWallet,
  operation: Operation,
  { continuation }: Answer,
): Promise<Answer> {
  passSomeSeconds(world)
  return noted(world, pot, operation, () =>
    fetchNextPage(world.ctx, world.upstream, { continuation: continuation ?? '' }),
  )
}

/** The same in whole pages, so that two such runs differ in their number of items. */
export async function buyWholePages(
  world: World,
  pot: TestWallet,
  operation: Operation,
  pages: number,
): Promise<void> {
  passSomeSeconds(world)
  let answer = await noted(world, pot, operation, () => start(world, pot, operation, null))
  for (let page = 1; page < pages && answer.continuation; page++)
    answer = await nextPage(world, pot, operation, answer)
}

/** A run whose only answer is lost, after the charge or before it. */
export async function loseAnswer(world: World, pot: TestWallet, operation: Operation): Promise<void> {
  const name = world.draws.pick(world.draws.chance(60) ? LOST_CHARGED : LOST_UNCHARGED)
  await withFault(world, name, () => buyPages(world, pot, operation))
}

/** A run whose page is not what was asked for. */
export const buyUnexpectedPage = (world: World, pot: TestWallet, operation: Operation): Promise<void> =>
  withFault(world, world.draws.pick(STRANGE), () => buyPages(world, pot, operation))

async function withFault({ upstream: { sandbox } }: World, name: FaultName, act: () => Promise<void>) {
  sandbox.setFault({ name, seed: 1, share: 1, only: 'pages' })
  await act()
  sandbox.setFault(null)
}

/** While our own call is under way, something else happens. The wallet's balance must have been read shortly before. */
export async function actDuringCall(
  world: World,
  pot: TestWallet,
  operation: Operation,
  act: () => Promise<void>,
): Promise<void> {
  passSomeSeconds(world)
  const before = world.books.balance(pot.upstreamId)
  const had = pagesOf(world, pot)
  const release = world.holdAnswer()
  const underWay = start(world, pot, operation)
  await waitUntil(() => expect(pagesOf(world, pot)).toBeGreaterThan(had))
  const charged = { at: now(world) + ANSWER_MS, nano: before - world.books.balance(pot.upstreamId) }
  await act()
  release()
  await note(world, pot, operation, await underWay, charged)
}

/** Somebody else buys a page with a key of the same wallet. */
export async function buyFromOutside(world: World, pot: TestWallet): Promise<void> {
  passSomeSeconds(world)
  const { upstream, books, draws } = world
  const operation = draws.pick<Operation>(['timeline', 'search', 'followers'])
  const subject = operation === 'search' ? 'music' : 'clementine'
  const count = draws.between(20, maxPageSize(operation))
  const before = books.balance(pot.upstreamId)
  const client = await upstream.upstreams.for(world.ctx)
  const got = await client.fetchPage(new Secret(pot.thiefKey), { operation, subject, count })
  if (!got.ok) throw new Error(`The thief got nothing: ${got.problem.message}`)
  const nano = before - books.balance(pot.upstreamId)
  add(world, pot, { by: 'thief', at: now(world), operation, nano, bookedNano: null, attemptId: '' })
}

const now = ({ clock }: World): number => clock.now().getTime()

const pagesOf = ({ upstream }: World, { upstreamId }: TestWallet): number =>
  upstream.sandbox.operator
    .state()
    .filter(({ id }) => id === upstreamId)
    .flatMap(({ keys }) => keys)
    .reduce((sum, { pages }) => sum + pages, 0)

function start(
  { ctx, upstream, draws, searches }: World,
  pot: TestWallet,
  operation: Operation,
  capItems = draws.chance(25) ? null : draws.between(20, 2 * maxPageSize(operation)),
): Promise<Answer> {
  const [searchId, keyId] = [searches[operation], draws.pick(pot.keyIds)]
  return startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId, capItems })
}

async function noted(
  world: World,
  pot: TestWallet,
  operation: Operation,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const before = world.books.balance(pot.upstreamId)
  const answer = await call()
  const nano = before - world.books.balance(pot.upstreamId)
  await note(world, pot, operation, answer, { at: now(world), nano })
  return answer
}

async function note(
  world: World,
  pot: TestWallet,
  operation: Operation,
  { runId, page, problem }: Answer,
  charged: { readonly at: number; readonly nano: bigint },
): Promise<void> {
  const common = { operation, ...charged }
  if (page) return add(world, pot, { by: 'us', bookedNano: page.chargeNano, attemptId: '', ...common })
  if (problem?.charged !== 'unknown') {
    if (charged.nano !== 0n) throw new Error(`Charged though it says no: ${problem?.message}`)
    return
  }
  const where = { runId, state: 'UNKNOWN' }
  const { id } = await world.ctx.db.attempt.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  add(world, pot, { by: 'lost', bookedNano: null, attemptId: id, ...common })
}

function add(
  world: World,
  pot: TestWallet,
  charge: Omit<Charge, 'walletId' | 'showsAt' | 'units' | 'mostUnits' | 'priceNano' | 'hiddenCall'>,
): void {
  const price = pot.prices.get(charge.operation)?.at(-1) ?? 1n
  const units = Number(charge.nano / price)
  if (BigInt(units) * price !== charge.nano) throw new Error('The sandbox charged no whole units')
  const { walletId } = pot
  world.books.charges.push({
    ...charge,
    priceNano: price,
    units,
    hiddenCall: world.arePricesTold ? 0n : world.shapes[charge.operation].call,
    mostUnits: Number(mostTimes(world.shapes[charge.operation], charge.operation)),
    walletId,
    showsAt: charge.at - ANSWER_MS + world.lagMs,
  })
}
