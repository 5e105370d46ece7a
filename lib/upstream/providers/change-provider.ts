import { z } from 'zod'
import { AppError, conflict, requireAdmin } from '@/lib/kernel'
import { type AuditAction, appendAuditEntry, type changesOf } from '@/lib/platform/audit'
import { lock, momentOf, type TeamCtx, transaction } from '@/lib/platform/db'
import { namesProto, type Provider } from '@/lib/upstream/client'
import { getProvider, type ProviderView } from './get-provider'
import { differingFields, fieldsOf, overridesBetween, withOverrides } from './merge'
import { deleteOverrides, selectOverrides, upsertOverrides } from './store'
import type { Upstreams } from './upstreams'

/** A team's own fields, before they are read as a provider. */
export const overridesInput = z
  .unknown()
  .refine((given) => !namesProto(given), 'There is no field __proto__.')
  .pipe(z.record(z.string(), z.unknown()))

export const changeProviderInput = z.object({
  /** The fields that differ from the deployment's. A field that is not named returns to the deployment's value. */
  overrides: overridesInput,
  /** When the provider had last changed as getProvider reported it; null: never. */
  changedAt: z.date().nullable(),
})

const LONGEST = 120

/**
 * Replaces a team's own fields over the deployment's provider. Throws `invalid` with what to change at each field by
 * its dotted name, `conflict` if somebody else was first. Writes nothing where nothing changes. Admins only.
 */
export async function changeProvider(
  ctx: TeamCtx,
  upstreams: Pick<Upstreams, 'deployment' | 'fromFile'>,
  input: z.output<typeof changeProviderInput>,
): Promise<{ isChanged: boolean }> {
  requireAdmin(ctx, 'change the provider')
  const provider = readGiven(upstreams.deployment, input.overrides)
  const before = await getProvider(ctx, upstreams)
  if (!isSame(before.changedAt, input.changedAt)) throw changedMeanwhile()
  const overrides = overridesBetween(upstreams.deployment, provider)
  const detail = describeChange(before, provider)
  const isChanged = before.problem !== null || Object.keys(detail).length > 0
  if (isChanged) await store(ctx, 'provider.change', { overrides, detail, before: before.changedAt })
  return { isChanged }
}

/** Removes all of the team's own fields, if it has any. Admins only. */
export async function resetProvider(
  ctx: TeamCtx,
  upstreams: Pick<Upstreams, 'deployment' | 'fromFile'>,
): Promise<void> {
  requireAdmin(ctx, 'remove the team’s changes of the provider')
  const before = await getProvider(ctx, upstreams)
  if (before.changedAt === null) return
  await store(ctx, 'provider.reset', { overrides: {}, detail: describeChange(before, upstreams.deployment) })
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

const changedMeanwhile = (): AppError =>
  conflict(
    'The provider was changed meanwhile by somebody else. What you typed is still here: look at what applies now, and save again.',
  )

function readGiven(deployment: Provider, overrides: unknown): Provider {
  try {
    return withOverrides(deployment, overrides)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid', `The provider was not changed. ${error.message}`, error.fields)
  }
}

interface ProviderChange {
  readonly overrides: Readonly<Record<string, unknown>>
  readonly detail: ReturnType<typeof changesOf>
  /** When the provider had last changed as it was read; without it the change holds whatever is there. */
  readonly before?: Date | null
}

function store(ctx: TeamCtx, action: AuditAction, change: ProviderChange): Promise<void> {
  const { overrides, detail, before } = change
  const { id: teamId, name } = ctx.team
  return transaction(ctx.db, async (tx) => {
    await lock(tx, `provider of ${teamId}`, 'exclusive')
    const now = await selectOverrides(tx, teamId)
    if (before !== undefined && !isSame(now && momentOf(now.changedAt), before)) throw changedMeanwhile()
    if (Object.keys(overrides).length === 0) await deleteOverrides(tx, teamId)
    else
      await upsertOverrides(tx, teamId, {
        overrides: JSON.stringify(overrides),
        changedBy: ctx.actor.name,
        changedAt: ctx.clock.now(),
      })
    await appendAuditEntry(tx, ctx, {
      action,
      subjectId: teamId,
      subjectName: name,
      detail,
    })
  })
}

/** The fields whose value changes, each with its value before and after. What cannot be used has none to compare with. */
function describeChange(
  { provider: before, problem }: ProviderView,
  after: Provider,
): ReturnType<typeof changesOf> {
  if (problem !== null) return { replaced: 'fields that could not be used' }
  const words = (value: unknown): string => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? 'none')
    return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
  }
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...differingFields(after, before).keys()]
  return Object.fromEntries(
    // Long lists may begin alike, so the words alone do not tell whether they differ.
    names.map((name) => [name, { from: words(was.get(name)), to: words(is.get(name)) }]),
  )
}
