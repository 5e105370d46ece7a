import { storePages } from '@/lib/collect/items'
import { insertPastRuns, type PastRun } from '@/lib/collect/runs'
import { maxPageSize, newId, type Operation, perItemTariff } from '@/lib/kernel'
import {
  type Attribution,
  freeAttempt,
  loseAttempt,
  type NewAttempt,
  openAttempts,
  settleAttempts,
} from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { type Item, packJson } from '@/lib/upstream/client'
import { EXAMPLE_PAGE_ITEMS, EXAMPLE_SEARCHES, EXAMPLE_SERVICES } from './cast'
import type { CreatedCast, CreatedKey } from './make-cast'
import { priceOnDay } from './money'
import type { PlannedCall, PlannedRun, PlannedService } from './plan'

/** A run to write, with its calls. */
interface RunToBook {
  readonly planned: PlannedRun
  readonly run: PastRun['run']
  readonly calls: readonly CallToBook[]
  readonly pages: readonly CallToBook[]
}

/** Writes runs and services' calls with their pages and items, as Purser itself would have. */
export async function insertSlice(
  scene: SliceContext,
  { runs, services }: { readonly runs: readonly PlannedRun[]; readonly services: readonly PlannedService[] },
  packed: PackedPages,
): Promise<void> {
  const { tx, ctx } = scene
  const toBook = runs.flatMap((planned) => runToBook(scene, planned) ?? [])
  const calls = [
    ...toBook.flatMap((run) => run.calls),
    ...services.flatMap((planned) => callsOfService(scene, planned)),
  ]
  if (calls.length === 0) return
  await openCalls(scene, calls)
  const pages = toBook.flatMap((run) => pagesOf(run, packed))
  const news = await storePages(tx, ctx.team.id, pages, ctx.clock.now())
  const newItems = new Map(pages.map(({ attemptId }, at) => [attemptId, news[at]?.count ?? 0]))
  await endCalls(scene, calls, newItems)
  await insertPastRuns(
    tx,
    toBook.map((run) => pastRun(scene, run, newItems)),
  )
}

function runToBook({ ctx, cast }: SliceContext, planned: PlannedRun): RunToBook | null {
  const [facts, search] = [EXAMPLE_SEARCHES[planned.search], cast.searches[planned.search]]
  const [key, member, first] = [cast.keys[facts?.key ?? 0], cast.members[planned.member], planned.calls[0]]
  if (!facts || !search || !key || !member || !first) return null
  const { operation, name: searchName, subject } = facts
  const who = { memberId: member.memberId, memberName: member.name }
  const asked = { searchId: search.id, searchName, operation }
  const run: PastRun['run'] = {
    id: newId(),
    teamId: ctx.team.id,
    ...asked,
    searchVersion: 1,
    streamId: search.streamId,
    subject,
    product: operation === 'search' ? 'Latest' : null,
    ...who,
    shared: true,
    keyId: key.id,
    keyPrefix: key.prefix,
    environmentId: key.environmentId,
    environmentName: key.environmentName,
    isScheduled: planned.isScheduled,
    untilKnown: planned.isScheduled,
    instanceId: ctx.team.id,
    startedAt: new Date(first.at),
  }
  const principal = planned.isScheduled
    ? ({ principal: 'schedule', principalId: search.id } as const)
    : ({ principal: 'member', principalId: member.memberId } as const)
  const of = { ...ofKey(key), ...principal, origin: 'search', ...who, ...asked, runId: run.id } as const
  const calls = callsToBook(of, planned.calls)
  return { planned, run, calls, pages: calls.filter(({ outcome }) => outcome === 'page') }
}

function callsOfService({ cast }: SliceContext, { service, calls }: PlannedService): CallToBook[] {
  const [facts, principalId] = [EXAMPLE_SERVICES[service], cast.services[service]]
  const key = cast.keys[facts?.key ?? 0]
  if (!facts || principalId === undefined || !key) return []
  const { operation, name: memberName } = facts
  const who = { principal: 'service', principalId, origin: 'gateway', memberId: '', memberName } as const
  return callsToBook({ ...ofKey(key), ...who, searchId: null, searchName: null, runId: '', operation }, calls)
}

const pagesOf = ({ planned, run, pages }: RunToBook, packed: PackedPages) =>
  pages.map(({ id, pageNumber, at }, page) => ({
    attemptId: id,
    runId: run.id,
    pageNumber,
    streamId: run.streamId,
    boughtAt: new Date(at),
    itemIds: idsOfPage(planned.search, planned.newest, page),
    packed: packed.get(planned)?.[page] ?? null,
  }))

function pastRun(
  { day }: SliceContext,
  { planned, run, calls, pages }: RunToBook,
  newItems: ReadonlyMap<string, number>,
): PastRun {
  const items = pages.reduce((sum, page) => sum + page.items, 0)
  return {
    run,
    sums: {
      pages: pages.length,
      items,
      unpricedItems: 0,
      newItems: pages.reduce((sum, { id }) => sum + (newItems.get(id) ?? 0), 0),
      chargeNano: BigInt(items) * priceOnDay(run.operation, day),
    },
    end: { reason: planned.reason, at: new Date((calls.at(-1)?.at ?? run.startedAt.getTime()) + 500) },
  }
}

/** The team, cast and day for which a part of the history is written. */
export interface SliceContext {
  readonly tx: Tx
  readonly ctx: TeamCtx
  readonly cast: CreatedCast
  readonly day: number
}

/** Attribution of a page of a list. */
export type AttributionOfList = Attribution & { readonly operation: Operation }

/** A call with its id and attribution. */
export interface CallToBook extends PlannedCall {
  readonly id: string
  readonly pageNumber: number
  readonly of: AttributionOfList
}

/** Gives calls their ids and page numbers. */
const callsToBook = (of: AttributionOfList, calls: readonly PlannedCall[]): CallToBook[] =>
  calls.map((call, index) => ({ ...call, id: newId(), pageNumber: of.runId === '' ? 1 : index + 1, of }))

/** Returns an attribution's fields about a key. */
const ofKey = (key: CreatedKey) => ({
  walletId: key.walletId,
  keyId: key.id,
  keyPrefix: key.prefix,
  environmentId: key.environmentId,
  environmentName: key.environmentName,
})

/** Writes calls to the ledger as opened. */
const openCalls = ({ tx, ctx, day }: SliceContext, calls: readonly CallToBook[]): Promise<void> =>
  openAttempts(
    tx,
    calls.map(({ id, at, pageNumber, of }): NewAttempt => {
      const priceNano = priceOnDay(of.operation, day)
      const items = maxPageSize(of.operation)
      const reservation = { items, nano: BigInt(items) * priceNano, priceNano }
      const whose = { teamId: ctx.team.id, instanceId: ctx.team.id, ...of }
      return { id, ...whose, pageNumber, openedAt: new Date(at), reservation }
    }),
  )

/** Ends calls: pages with their items and the number of new ones, the others with the reason why they brought none. */
async function endCalls(
  { tx, ctx, day }: SliceContext,
  calls: readonly CallToBook[],
  newItems: ReadonlyMap<string, number>,
): Promise<void> {
  const teamId = ctx.team.id
  const price = (operation: Operation) => priceOnDay(operation, day)
  const settled = calls.filter(({ outcome }) => outcome === 'page')
  if (settled.length > 0)
    await settleAttempts(
      tx,
      teamId,
      settled.map((call) => ({
        attemptId: call.id,
        at: endOf(call),
        items: call.items,
        newItems: newItems.get(call.id) ?? 0,
        tariff: perItemTariff(price(call.of.operation)),
        reportedChargeNano: null,
        httpStatus: 200,
        latencyMs: call.latencyMs,
        waitedMs: call.waitedMs,
      })),
    )
  for (const call of calls) {
    const { outcome, latencyMs, waitedMs } = call
    const ending = { teamId, attemptId: call.id, at: endOf(call) }
    const took = { latencyMs, waitedMs }
    if (outcome === 'unsent') await freeAttempt(tx, ending, { reason: FAILED, httpStatus: 503, ...took })
    if (outcome === 'lost') await loseAttempt(tx, ending, { reason: LOST, httpStatus: null, ...took })
  }
}

const endOf = ({ at, waitedMs, latencyMs }: PlannedCall) => new Date(at + waitedMs + latencyMs)

const FAILED = 'The upstream answered 503. Nothing was charged.'
const LOST = 'The connection was lost after the call was sent.'

/**
 * Returns an id that looks like the upstream's: nineteen digits that contain the search's index and the item's number.
 */
const idOf = (search: number, number: number): string =>
  `1${String(search).padStart(3, '0')}${String(number).padStart(15, '0')}`

/** Returns the numbers of a page's items, newest first. */
const numbersOf = (operation: Operation, newest: number, page: number): number[] =>
  Array.from(
    { length: EXAMPLE_PAGE_ITEMS[operation] },
    (_, index) => newest - page * EXAMPLE_PAGE_ITEMS[operation] - index,
  )

/** Returns the ids of a page's items. */
const idsOfPage = (search: number, newest: number, page: number): string[] =>
  numbersOf(EXAMPLE_SEARCHES[search]?.operation ?? 'search', newest, page).map((number) =>
    idOf(search, number),
  )

const NAMES = ['Sophie Fox', 'Ben Okafor', 'Mia Larsen', 'Raj Patel', 'Eva Novak', 'Luca Rossi', 'Ana Cruz']
const OPENINGS = [
  'Just tried',
  'Still waiting for',
  'Big fan of',
  'Not sure about',
  'Comparing',
  'Reading up on',
]
const THINGS = [
  'the new release',
  'their support',
  'the price change',
  'the mobile app',
  'the talk at #techweek',
]
const ENDS = ['so far so good.', 'anyone else?', 'more tomorrow.', 'would recommend.', 'let us see.']

/** Returns a page's items with their content: pretend people, whose addresses lead nowhere. */
function itemsOfPage(search: number, newest: number, page: number, at: Date): Item[] {
  const { operation, subject } = EXAMPLE_SEARCHES[search] ?? { operation: 'search' as const, subject: '' }
  return numbersOf(operation, newest, page).map((number, index) => {
    const id = idOf(search, number)
    const pick = (list: readonly string[], step: number) => list[(number * step + search) % list.length] ?? ''
    const name = pick(NAMES, 3)
    const handle = `${name.toLowerCase().replace(' ', '_')}${number % 97}`
    const author = { id: String(number % 5000), handle, name }
    const about = subject.replaceAll(/["#]|OR .*/g, '').trim()
    const text = `${pick(OPENINGS, 5)} ${about} and ${pick(THINGS, 7)}: ${pick(ENDS, 11)}`
    const createdAt = new Date(at.getTime() - (page * 40 + index + 1) * 9 * 60_000).toISOString()
    const raw = { id, text, user_id: author.id, likes: (number * 7) % 211, shares: number % 23, lang: 'en' }
    return { id, text, author, createdAt, link: `https://example.invalid/${handle}/${id}`, raw }
  })
}

/** Stored form of the items of runs, page by page. */
export type PackedPages = ReadonlyMap<PlannedRun, readonly Uint8Array<ArrayBuffer>[]>

/** Packs the items of runs before the transaction that stores them. */
export async function packPages(runs: readonly PlannedRun[]): Promise<PackedPages> {
  const packed = new Map<PlannedRun, Uint8Array<ArrayBuffer>[]>()
  for (const run of runs) {
    const pages = run.calls.filter(({ outcome }) => outcome === 'page')
    packed.set(
      run,
      await Promise.all(
        pages.map(({ at }, page) => packJson(itemsOfPage(run.search, run.newest, page, new Date(at)))),
      ),
    )
  }
  return packed
}
