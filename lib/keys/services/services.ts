import type { z } from 'zod'
import { conflict, newId, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry, changesOf } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, transaction } from '@/lib/platform/db'
import type { createServiceInput, renameServiceInput, ServiceView, serviceInput } from './schemas'
import {
  countServices,
  insertService,
  MAX_SERVICES,
  revokeRows,
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

/** Creates a service. Throws `conflict` for a name that exists. Admins only. */
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

/** Renames a service. Throws `not_found`, or `conflict` for a name that exists. Admins only. */
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
      const detail = changesOf({ name: before.name }, { name })
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
    const revoked = await revokeRows(tx, ctx.team.id, { serviceId }, now)
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
    throw conflict('The service was not saved.', { name: 'There is a service of this name.' })
  }
}

const viewOf = ({ id, name, createdAt }: ServiceView): ServiceView => ({ id, name, createdAt })
