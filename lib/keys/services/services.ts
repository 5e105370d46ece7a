import type { z } from 'zod'
import { conflict, type Nano, newId, notFound, requireAdmin } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { quarterHoursOf, type Range } from '@/lib/platform/calendar'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import type { createServiceInput, renameServiceInput, ServiceView, serviceInput } from './schemas'
import {
  countServices,
  insertService,
  MAX_SERVICES,
  revokeGatewayKeyRows,
  selectLastUses,
  selectService,
  selectServiceNames,
  selectServices,
  updateService,
} from './store'

/** Returns the team's services by name. */
export const listServices = async ({ db, team }: TeamCtx): Promise<ServiceView[]> =>
  (await selectServices(db, team.id)).map(viewOf)

/** Returns one service of the team. Throws `not_found`. */
export async function getService({ db, team }: TeamCtx, id: string): Promise<ServiceView> {
  const row = await selectService(db, team.id, id)
  if (!row) throw notFound('The service')
  return viewOf(row)
}

/** Returns the names of these services, deleted ones included. */
export const listServiceNames = (
  { db, team }: TeamCtx,
  ids: string[],
): Promise<ReadonlyMap<string, string>> => selectServiceNames(db, team.id, ids)

/** Creates a service. Throws `conflict` for a name that is taken. Admins only. */
export async function createService(
  ctx: TeamCtx,
  { name }: z.output<typeof createServiceInput>,
): Promise<{ id: string }> {
  requireAdmin(ctx, 'add services')
  return orNameTaken(() =>
    transaction(ctx.db, async (tx) => {
      if ((await countServices(tx, ctx.team.id)) >= MAX_SERVICES)
        throw conflict(`A team has at most ${MAX_SERVICES} services. Delete one that is no longer used.`)
      const row = { id: newId(), teamId: ctx.team.id, name, createdAt: ctx.clock.now() }
      await insertService(tx, row)
      await appendAuditEntry(tx, ctx, { action: 'service.create', subjectId: row.id, subjectName: name })
      return { id: row.id }
    }),
  )
}

/** Renames a service. Throws `not_found`, or `conflict` for a name that is taken. Admins only. */
export async function renameService(
  ctx: TeamCtx,
  { serviceId, name }: z.output<typeof renameServiceInput>,
): Promise<void> {
  requireAdmin(ctx, 'rename services')
  await orNameTaken(() =>
    transaction(ctx.db, async (tx) => {
      const before = await selectService(tx, ctx.team.id, serviceId)
      if (!before) throw notFound('The service')
      if ((await updateService(tx, ctx.team.id, serviceId, { name })) === 0) throw notFound('The service')
      const detail = diffFields({ name: before.name }, { name })
      await appendAuditEntry(tx, ctx, {
        action: 'service.rename',
        subjectId: serviceId,
        subjectName: name,
        detail,
      })
    }),
  )
}

/** Deletes a service and revokes its gateway keys. Its usage stays on the ledger. Admins only. */
export async function deleteService(
  ctx: TeamCtx,
  { serviceId }: z.output<typeof serviceInput>,
): Promise<void> {
  requireAdmin(ctx, 'delete services')
  await transaction(ctx.db, async (tx) => {
    const row = await selectService(tx, ctx.team.id, serviceId)
    if (!row) throw notFound('The service')
    const now = ctx.clock.now()
    const revoked = await revokeGatewayKeyRows(tx, ctx.team.id, { serviceId }, now)
    // The name becomes free again; the ledger's calls keep theirs.
    const former = { name: formerName(row.name, row.id), archivedAt: now }
    if ((await updateService(tx, ctx.team.id, serviceId, former)) === 0) throw notFound('The service')
    await appendAuditEntry(tx, ctx, {
      action: 'service.delete',
      subjectId: serviceId,
      subjectName: row.name,
      detail: { keys: revoked },
    })
  })
}

/** Makes a deleted service's name different from all others. */
const formerName = (name: string, id: string): string => `${name} (deleted ${id.slice(-8)})`

async function orNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('The service was not saved.', { name: 'There is already a service with this name.' })
  }
}

const viewOf = ({ id, name, createdAt }: ServiceView): ServiceView => ({ id, name, createdAt })

/** A service's usage in a range, by the ledger. */
export interface ServiceUsage {
  /** Number of calls that were sent, or refused before that. */
  readonly calls: number
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
  /** Number of calls that the upstream answered 429. */
  readonly refused: number
  /** Number of calls whose answer was lost. */
  readonly unknowns: number
  /** Totals over pages: how long their calls waited for their slots and travelled, in milliseconds. */
  readonly waitedMs: number
  readonly latencyMs: number
}

const SERVICE = 'service:'

/**
 * Returns each service's usage in a range, deleted services included; those that did not call are left out. Reads the
 * sums of days.
 */
export async function listServiceUsage(
  ctx: TeamCtx,
  range: Range,
  environmentId: string | null = null,
): Promise<ReadonlyMap<string, ServiceUsage>> {
  const sums = await sumRollups(
    ctx,
    [quarterHoursOf(range)],
    'principal',
    environmentId ? { environmentId } : {},
  )
  return new Map(
    sums
      .filter(({ member }) => member.startsWith(SERVICE))
      .map(({ member, ...sum }) => [member.slice(SERVICE.length), asUse(sum)]),
  )
}

/** Returns when each service last used a gateway key, revoked ones included; to the minute. */
export const listLastUses = ({ db, team }: TeamCtx): Promise<ReadonlyMap<string, Date>> =>
  selectLastUses(db, team.id)

/** Returns one service's usage in a range. */
export async function getServiceUsage(ctx: TeamCtx, serviceId: string, range: Range): Promise<ServiceUsage> {
  const of = { principal: 'service', principalId: serviceId }
  const [sum] = await sumRollups(ctx, [quarterHoursOf(range)], 'team', of)
  return sum ? asUse(sum) : NOTHING
}

type RollupSum = Omit<ServiceUsage, 'calls'> & { readonly frees: number }

function asUse(sum: RollupSum): ServiceUsage {
  const { pages, items, chargeNano, unpricedItems, frees, refused, unknowns, waitedMs, latencyMs } = sum
  const calls = pages + frees + unknowns
  return { calls, pages, items, chargeNano, unpricedItems, refused, unknowns, waitedMs, latencyMs }
}

const NOTHING: ServiceUsage = {
  calls: 0,
  pages: 0,
  items: 0,
  chargeNano: 0n,
  unpricedItems: 0,
  refused: 0,
  unknowns: 0,
  waitedMs: 0,
  latencyMs: 0,
}
