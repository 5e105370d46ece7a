import type { z } from 'zod'
import { conflict, notFound, requireAdmin, type TeamScope } from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import {
  type Db,
  isDuplicate,
  memoisePerContext,
  type TeamCtx,
  type Tx,
  transaction,
} from '@/lib/platform/db'
import type {
  callRetentionInput,
  createEnvironmentInput,
  EnvironmentView,
  itemRetentionInput,
  renameEnvironmentInput,
  updateTeamInput,
} from './schemas'
import {
  insertEnvironment,
  lockTeam,
  selectEnvironment,
  selectEnvironments,
  selectMembers,
  selectTeam,
  selectTimeZone,
  updateCallRetentionMonths,
  updateEnvironmentName,
  updateItemRetentionDays,
  updateItemsDeletedUntil,
  updateMoney,
  updateNextStepsHidden,
  updateTeamRow,
} from './store'

/**
 * Renames the team or moves it to another time zone, in the transaction of the verb that recounts the budgets. Admins
 * only.
 */
export async function updateTeam(
  tx: Tx,
  ctx: TeamCtx,
  input: z.output<typeof updateTeamInput>,
): Promise<void> {
  requireAdmin(ctx, 'change the team')
  const before = await selectTeam(tx, ctx.team.id)
  if (!before) throw notFound('The team')
  await updateTeamRow(tx, ctx.team.id, input)
  await appendAuditEntry(tx, ctx, {
    action: 'team.update',
    subjectId: ctx.team.id,
    subjectName: input.name,
    detail: diffFields(before, input),
  })
}

/** Returns the team's environments, in order. */
export const listEnvironments = memoisePerContext(async (ctx): Promise<EnvironmentView[]> => {
  const rows = await selectEnvironments(ctx.db, ctx.team.id)
  return rows.map(({ id, name, color }) => ({ id, name, color }))
})

/** Returns one environment of the team. Throws `not_found`. */
export async function getEnvironment(ctx: TeamCtx, id: string): Promise<EnvironmentView> {
  const row = await selectEnvironment(ctx.db, ctx.team.id, id)
  if (!row) throw notFound('The environment')
  return { id: row.id, name: row.name, color: row.color }
}

/** Adds an environment for keys to belong to. Throws `conflict` for a name that is taken. Admins only. */
export async function createEnvironment(
  ctx: TeamCtx,
  input: z.output<typeof createEnvironmentInput>,
): Promise<void> {
  requireAdmin(ctx, 'add environments')
  await orNameTaken('The environment was not added.', () =>
    transaction(ctx.db, async (tx) => {
      const position = (await selectEnvironments(tx, ctx.team.id)).length
      const row = await insertEnvironment(tx, {
        teamId: ctx.team.id,
        ...input,
        position,
        createdAt: ctx.clock.now(),
      })
      await appendAuditEntry(tx, ctx, {
        action: 'environment.create',
        subjectId: row.id,
        subjectName: input.name,
        detail: { color: input.color },
      })
    }),
  )
}

/** Renames an environment. Throws `not_found`, or `conflict` for a name that is taken. Admins only. */
export async function renameEnvironment(
  ctx: TeamCtx,
  { environmentId, name }: z.output<typeof renameEnvironmentInput>,
): Promise<void> {
  requireAdmin(ctx, 'rename environments')
  await orNameTaken('The environment was not renamed.', () =>
    transaction(ctx.db, async (tx) => {
      const before = await selectEnvironment(tx, ctx.team.id, environmentId)
      if (!before) throw notFound('The environment')
      await updateEnvironmentName(tx, ctx.team.id, environmentId, name)
      await appendAuditEntry(tx, ctx, {
        action: 'environment.rename',
        subjectId: environmentId,
        subjectName: name,
        detail: diffFields(before, { name }),
      })
    }),
  )
}

async function orNameTaken(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict(what, { name: 'There is already an environment with this name.' })
  }
}

/** How a team's pages show money. */
export interface MoneyChoice {
  /** Currency in which the team pays for credits; null until it is entered. */
  readonly currency: string | null
  /** Whether pages show what credits cost beside them. */
  readonly showsMoney: boolean
}

/** Returns how the team's pages show money. */
export async function readMoneyChoice({ db, team }: TeamCtx): Promise<MoneyChoice> {
  const row = await selectTeam(db, team.id)
  return { currency: row?.currency ?? null, showsMoney: row?.showsMoney ?? false }
}

/** Sets the currency, and whether pages show money. Setting the same again is no change. Admins only. */
export async function storeMoneyChoice(
  ctx: TeamCtx,
  choice: { readonly currency: string; readonly showsMoney: boolean },
): Promise<void> {
  requireAdmin(ctx, 'choose how money is shown')
  await transaction(ctx.db, async (tx) => {
    const before = await selectTeam(tx, ctx.team.id)
    if (!before) throw notFound('The team')
    const detail = diffFields(before, choice)
    if (Object.keys(detail).length === 0) return
    await updateMoney(tx, ctx.team.id, choice)
    await appendAuditEntry(tx, ctx, {
      action: 'cost.currency',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail,
    })
  })
}

/** The time for which a team keeps the details of calls. */
export interface CallRetention {
  /** Null means for ever. */
  readonly months: number | null
  /** Time of that choice. */
  readonly chosenAt: Date | null
}

/** Returns how many months the team keeps the details of its calls; inside a transaction if one is given. */
export async function readCallRetention(ctx: TeamCtx, tx: Tx = ctx.db): Promise<CallRetention> {
  const team = await selectTeam(tx, ctx.team.id)
  if (!team) throw notFound('The team')
  return { months: team.keepsCallsMonths, chosenAt: team.keepsCallsAt }
}

/** Sets how many months the team keeps the details of its calls. Admins only. */
export async function setCallRetention(
  ctx: TeamCtx,
  { months }: z.output<typeof callRetentionInput>,
): Promise<void> {
  requireAdmin(ctx, 'choose how long details of calls are kept')
  await transaction(ctx.db, async (tx) => {
    await lockTeam(tx, ctx.team.id)
    const { months: before } = await readCallRetention(ctx, tx)
    if (before === months) return
    await updateCallRetentionMonths(tx, ctx.team.id, months, ctx.clock.now())
    await appendAuditEntry(tx, ctx, {
      action: 'calls.keep',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { from: monthsInWords(before), to: monthsInWords(months) },
    })
  })
}

const monthsInWords = (months: number | null): string => (months === null ? 'forever' : `${months} months`)

/** The time for which a team keeps items, and how far they were deleted by age since that was chosen. */
export interface ItemRetention {
  /** Null means for ever. */
  readonly days: number | null
  readonly goneUpTo: Date | null
  /** Time of that deletion. */
  readonly goneAt: Date | null
}

/** Returns how long the team keeps the items of its runs, and how far deletion has come. */
export async function readItemRetention(ctx: TeamCtx): Promise<ItemRetention> {
  const team = await selectTeam(ctx.db, ctx.team.id)
  if (!team) throw notFound('The team')
  return { days: team.keepsItemsDays, goneUpTo: team.itemsGoneUpTo, goneAt: team.itemsGoneAt }
}

/** Records that everything bought up to a given time was deleted because of its age. */
export const recordItemsDeletedUntil = async (ctx: TeamCtx, upTo: Date): Promise<void> =>
  void (await updateItemsDeletedUntil(ctx.db, ctx.team.id, upTo, ctx.clock.now()))

/** Returns how many days the team keeps the items of its runs; null for ever. */
export const readItemRetentionDays = async (ctx: TeamCtx): Promise<number | null> =>
  (await readItemRetention(ctx)).days

/** Sets how many days the team keeps the items of its runs. Admins only. */
export async function setItemRetention(
  ctx: TeamCtx,
  { days }: z.output<typeof itemRetentionInput>,
): Promise<void> {
  requireAdmin(ctx, 'choose how long items are kept')
  await transaction(ctx.db, async (tx) => {
    await lockTeam(tx, ctx.team.id)
    const before = (await selectTeam(tx, ctx.team.id))?.keepsItemsDays ?? null
    if (before === days) return
    await updateItemRetentionDays(tx, ctx.team.id, days)
    await appendAuditEntry(tx, ctx, {
      action: 'items.keep',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { from: daysInWords(before), to: daysInWords(days) },
    })
  })
}

const daysInWords = (days: number | null): string =>
  days === null ? 'forever' : days === 1 ? '1 day' : `${days} days`

/** Returns whether an admin has hidden the list of next steps. */
export const areNextStepsHidden = async ({ db, team }: TeamCtx): Promise<boolean> =>
  ((await selectTeam(db, team.id))?.stepsHiddenAt ?? null) !== null

/** Hides the list of next steps for the whole team. Admins only. */
export async function hideNextSteps(ctx: TeamCtx): Promise<void> {
  requireAdmin(ctx, 'hide the next steps')
  await transaction(ctx.db, async (tx) => {
    await updateNextStepsHidden(tx, ctx.team.id, ctx.clock.now())
    await appendAuditEntry(tx, ctx, {
      action: 'team.hide-steps',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
    })
  })
}

/** Returns the team's time zone in this transaction, since the context's may be outdated. Throws `not_found`. */
export async function readTimeZone(tx: Db | Tx, teamId: string): Promise<string> {
  const timeZone = await selectTimeZone(tx, teamId)
  if (timeZone === null) throw notFound('The team')
  return timeZone
}

/** Returns the names of the team's admins, whom a member can ask, in the order they joined. */
export async function listAdminNames(tx: Tx, teamId: string): Promise<string[]> {
  const members = await selectMembers(tx, teamId)
  return members.flatMap(({ role, user }) => (role === 'admin' ? [user.name] : []))
}

/** Returns a team by its id; null if there is none. For a link that names it, never for a URL that somebody typed. */
export const findTeam = (db: Db | Tx, teamId: string): Promise<TeamScope | null> => selectTeam(db, teamId)

// The platform lists some zones by their old names. Both names mean the same zone.
const TODAYS_NAMES = [
  'UTC',
  'Africa/Asmara',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
]

/** Returns the time zones that a team can choose, by IANA name, in order. */
export const listTimeZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...TODAYS_NAMES])].sort()
