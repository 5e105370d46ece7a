import { storePages } from '@/lib/collect/items'
import { insertPastRuns, type PastRun } from '@/lib/collect/runs'
import { newId } from '@/lib/kernel'
import { type CallToBook, callsToBook, endCalls, ofKey, openCalls, type Scene } from './book-calls'
import { SEARCHES, SERVICES } from './cast'
import { idsOfPage } from './items'
import { priceOn } from './money'
import type { PackedPages } from './pack-pages'
import type { PlannedRun, PlannedService } from './plan'

/** A run to write, with its calls. */
interface RunToBook {
  readonly planned: PlannedRun
  readonly run: PastRun['run']
  readonly calls: readonly CallToBook[]
  readonly pages: readonly CallToBook[]
}

/** Writes runs and services' calls with their pages and items, as Purser itself would have. */
export async function bookSlice(
  scene: Scene,
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

function runToBook({ ctx, cast }: Scene, planned: PlannedRun): RunToBook | null {
  const [facts, search] = [SEARCHES[planned.search], cast.searches[planned.search]]
  const [key, member, first] = [cast.keys[facts?.key ?? 0], cast.members[planned.member], planned.calls[0]]
  if (!facts || !search || !key || !member || !first) return null
  const { operation, name: searchName, subject } = facts
  const who = { memberId: member.memberId, memberName: member.name }
  const asked = { searchId: search.id, searchName, operation }
  const run: PastRun['run'] = {
    ...{ id: newId(), teamId: ctx.team.id, ...asked, searchVersion: 1, streamId: search.streamId },
    ...{ subject, product: operation === 'search' ? 'Latest' : null, ...who, shared: true },
    ...{ keyId: key.id, keyPrefix: key.prefix, environmentId: key.environmentId },
    ...{ environmentName: key.environmentName, isScheduled: planned.isScheduled },
    ...{ untilKnown: planned.isScheduled, instanceId: ctx.team.id, startedAt: new Date(first.at) },
  }
  const principal = planned.isScheduled
    ? ({ principal: 'schedule', principalId: search.id } as const)
    : ({ principal: 'member', principalId: member.memberId } as const)
  const of = { ...ofKey(key), ...principal, origin: 'search', ...who, ...asked, runId: run.id } as const
  const calls = callsToBook(of, planned.calls)
  return { planned, run, calls, pages: calls.filter(({ outcome }) => outcome === 'page') }
}

function callsOfService({ cast }: Scene, { service, calls }: PlannedService): CallToBook[] {
  const [facts, principalId] = [SERVICES[service], cast.services[service]]
  const key = cast.keys[facts?.key ?? 0]
  if (!facts || principalId === undefined || !key) return []
  const { operation, name: memberName } = facts
  const who = { principal: 'service', principalId, origin: 'gateway', memberId: '', memberName } as const
  return callsToBook({ ...ofKey(key), ...who, searchId: null, searchName: null, runId: '', operation }, calls)
}

const pagesOf = ({ planned, run, pages }: RunToBook, packed: PackedPages) =>
  pages.map(({ id, pageNumber, at }, page) => ({
    ...{ attemptId: id, runId: run.id, pageNumber, streamId: run.streamId, boughtAt: new Date(at) },
    itemIds: idsOfPage(planned.search, planned.newest, page),
    packed: packed.get(planned)?.[page] ?? null,
  }))

function pastRun(
  { day }: Scene,
  { planned, run, calls, pages }: RunToBook,
  newItems: ReadonlyMap<string, number>,
): PastRun {
  const items = pages.reduce((sum, page) => sum + page.items, 0)
  return {
    run,
    sums: {
      ...{ pages: pages.length, items, unpricedItems: 0 },
      newItems: pages.reduce((sum, { id }) => sum + (newItems.get(id) ?? 0), 0),
      chargeNano: BigInt(items) * priceOn(run.operation, day),
    },
    end: { reason: planned.reason, at: new Date((calls.at(-1)?.at ?? run.startedAt.getTime()) + 500) },
  }
}
