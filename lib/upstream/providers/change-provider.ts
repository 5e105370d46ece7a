import { z } from 'zod'
import { AppError, type AuditAction, cacheTeamUnit, conflict, requireAdmin } from '@/lib/kernel'
import { type AuditDetail, appendAuditEntry, type diffFields } from '@/lib/platform/audit'
import { acquireLock, parseMoment, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { addressProblem } from '@/lib/platform/network'
import { hasPrototypeField, type Provider } from '@/lib/upstream/client'
import { differingFields, type FieldSource, fieldSourcesOf, flattenProvider, overridesBetween } from './merge'
import {
  type DeploymentServices,
  INTERFACE_SERVICE,
  NO_SERVICE_CHOICE,
  OTHER_SERVICE,
  resolveService,
  type ServiceChoice,
  type TeamService,
} from './services'
import {
  deleteServiceChoice,
  type StoredServiceChoice,
  selectServiceChoice,
  upsertServiceChoice,
} from './store'
import { readStoredChoice } from './upstreams'

/** A team's own fields before they are read as a provider. */
export const overridesInput = z
  .unknown()
  .refine((given) => !hasPrototypeField(given), 'There is no field __proto__.')
  .pipe(z.record(z.string(), z.unknown()))

export const changeProviderInput = z.object({
  /** Fields that differ from the chosen service's. A field that is not named returns to the service's value. */
  overrides: overridesInput,
  /** Last change of the provider, as reported by getProvider; null: never. */
  changedAt: z.date().nullable(),
})

export const chooseServiceInput = z.object({
  /** A ready provider, `interface` or `other`; null: the deployment's own service. */
  provider: z.string().max(60).nullable(),
  /** True if the built-in sandbox stands in for it. */
  isSandbox: z.boolean().default(false),
  /** Address of another service. */
  baseUrl: z.string().trim().max(300).default(''),
})

const MAX_LENGTH = 120

/**
 * Replaces a team's own fields over the deployment's provider. Throws `invalid` with what to change at each field by
 * its dotted name, and `conflict` if somebody else was first. Writes nothing if nothing changes. Admins only.
 */
export async function changeProvider(
  ctx: TeamCtx,
  services: DeploymentServices,
  input: z.output<typeof changeProviderInput>,
): Promise<{ isChanged: boolean }> {
  requireAdmin(ctx, 'change the provider')
  const before = await getProvider(ctx, services)
  const choice = before.problem === null ? before.choice : NO_SERVICE_CHOICE
  const { provider, base } = await readGiven(services, choice, input.overrides)
  if (!isSame(before.changedAt, input.changedAt)) throw changedMeanwhile()
  const overrides = overridesBetween(base, provider)
  const detail = describeChange(before, provider)
  const isChanged = before.problem !== null || Object.keys(detail).length > 0
  if (isChanged) await store(ctx, 'provider.change', { choice, overrides, detail, before: before.changedAt })
  return { isChanged }
}

/**
 * Chooses the service that the team calls, and deletes the team's own fields. Keys stay with the service that they
 * were added for: none is sent to another. `beside` ends whatever else belongs to the old service, in the same
 * transaction. Throws `invalid` for a service that is not offered. Admins only.
 */
export async function chooseService(
  ctx: TeamCtx,
  services: DeploymentServices,
  { provider: id, isSandbox, baseUrl }: z.output<typeof chooseServiceInput>,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<void> {
  requireAdmin(ctx, 'choose the service')
  const before = await getProvider(ctx, services)
  const choice: ServiceChoice = { provider: id, isSandbox }
  if (id !== null && id !== INTERFACE_SERVICE && id !== OTHER_SERVICE && !Object.hasOwn(services.ready, id))
    throw new AppError('invalid', 'There is no such service.', { provider: 'Choose a service of the list.' })
  if (id === OTHER_SERVICE && services.fixedBaseUrl === null && !/^https?:\/\/[^/]/i.test(baseUrl))
    throw new AppError('invalid', 'The service was not chosen.', {
      baseUrl: 'Enter the address of the service, such as https://api.example.com.',
    })
  const given = id === OTHER_SERVICE && baseUrl !== '' ? { baseUrl, name: hostOf(baseUrl) } : {}
  const { provider, base } = await readGiven(services, choice, given)
  const overrides = overridesBetween(base, provider)
  const detail = describeChange(before, provider)
  const isSame = JSON.stringify(before.choice) === JSON.stringify(choice) && Object.keys(detail).length === 0
  if (isSame && before.problem === null) return
  const isOther = before.choice?.provider !== id || id === OTHER_SERVICE
  await store(
    ctx,
    'provider.choose',
    { choice, overrides, detail: { service: provider.name, ...detail } },
    isOther ? alsoWrite : undefined,
  )
}

const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host.slice(0, 40) : 'Another service'

/** Removes all of the team's own fields, if it has any; its service stays. Admins only. */
export async function resetProvider(ctx: TeamCtx, services: DeploymentServices): Promise<void> {
  requireAdmin(ctx, 'remove the team’s changes of the provider')
  const before = await getProvider(ctx, services)
  if (before.changedAt === null) return
  const choice = before.problem === null ? before.choice : NO_SERVICE_CHOICE
  const detail = describeChange(before, resolveService(services, choice, {}).provider)
  await store(ctx, 'provider.reset', { choice, overrides: {}, detail })
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

const changedMeanwhile = (): AppError =>
  conflict(
    'The provider was changed meanwhile by someone else. What you typed is still here: look at what applies now, and save again.',
  )

async function readGiven(
  services: DeploymentServices,
  choice: ServiceChoice,
  overrides: unknown,
): Promise<TeamService> {
  try {
    const service = resolveService(services, choice, overrides)
    await requireCallable(services, service)
    return service
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid', `The provider was not changed. ${error.message}`, error.fields)
  }
}

/**
 * Throws unless keys can be sent safely to an address that a team's admin typed: encrypted, and to the public internet
 * only.
 */
async function requireCallable(
  { allowPrivate }: DeploymentServices,
  { isTyped, baseUrl }: Pick<TeamService, 'isTyped' | 'baseUrl'>,
): Promise<void> {
  if (!isTyped || allowPrivate) return
  const url = new URL(baseUrl)
  const problem =
    url.protocol === 'https:'
      ? await addressProblem(url, { allowPrivate })
      : 'Begin with https://. Without it a key can be read on its way.'
  if (problem !== null) throw new AppError('invalid', problem, { baseUrl: problem })
}

interface ProviderChange {
  readonly choice: ServiceChoice
  readonly overrides: Readonly<Record<string, unknown>>
  readonly detail: AuditDetail
  /** Last change of the provider when it was read. Without it, the change applies to whatever is stored. */
  readonly before?: Date | null
}

function store(
  ctx: TeamCtx,
  action: AuditAction,
  change: ProviderChange,
  alsoWrite?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { choice, overrides, detail, before } = change
  const { id: teamId, name } = ctx.team
  return transaction(ctx.db, async (tx) => {
    await acquireLock(tx, `provider of ${teamId}`, 'exclusive')
    const now = await selectServiceChoice(tx, teamId)
    if (before !== undefined && !isSame(now && parseMoment(now.changedAt), before)) throw changedMeanwhile()
    const isNothing = Object.keys(overrides).length === 0 && choice.provider === null && !choice.isSandbox
    if (isNothing) await deleteServiceChoice(tx, teamId)
    else
      await upsertServiceChoice(tx, teamId, {
        ...choice,
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
    await alsoWrite?.(tx)
  })
}

/**
 * Describes the fields that change, each with its value before and after. A provider that cannot be used has no values
 * to compare with.
 */
function describeChange(
  { provider: before, problem }: ProviderView,
  after: Provider,
): ReturnType<typeof diffFields> {
  if (problem !== null) return { replaced: 'fields that could not be used' }
  const words = (value: unknown): string => {
    const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
    const text = isList
      ? value.join(', ')
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value)
        : String(value ?? 'none')
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
  }
  const [was, is] = [flattenProvider(before), flattenProvider(after)]
  const names = [...differingFields(after, before).keys()]
  return Object.fromEntries(
    // Long lists may begin alike, so the shortened words do not show whether they differ.
    names.map((name) => [name, { from: words(was.get(name)), to: words(is.get(name)) }]),
  )
}

export interface ProviderView {
  readonly provider: Provider
  /** The provider without the team's overrides. */
  readonly deployment: Provider
  /** Source of each field's value, by its dotted name. */
  readonly sources: Readonly<Record<string, FieldSource>>
  /** The team's own fields, in the form of import and export. */
  readonly overrides: Readonly<Record<string, unknown>>
  /** The service that the team has chosen. */
  readonly choice: ServiceChoice
  /** Address of the service. */
  readonly baseUrl: string
  /** Name of the service; the same after a restart. */
  readonly name: string
  /** Identity of the service, whatever its address. */
  readonly id: string
  /** True if the built-in sandbox stands in for the service: pretend data, pretend credits. */
  readonly isSandbox: boolean
  readonly changedBy: string | null
  readonly changedAt: Date | null
  /** Reason why the saved fields cannot be used. If set, the deployment's provider is shown and no call is made. */
  readonly problem: string | null
}

/** Returns the provider of the team's service, and the source of each field's value. */
export async function getProvider(ctx: TeamCtx, services: DeploymentServices): Promise<ProviderView> {
  const stored = await selectServiceChoice(ctx.db, ctx.team.id)
  const { service, problem } = tryToRead(services, stored)
  const { provider, base, fromFile, baseUrl, name, id, isSandbox } = service
  cacheTeamUnit(ctx.team.id, provider.balanceUnit)
  return {
    provider,
    baseUrl,
    name,
    id,
    isSandbox,
    problem,
    deployment: base,
    sources: fieldSourcesOf(provider, { deployment: base, fromFile }),
    overrides: overridesBetween(base, provider),
    choice: stored ? { provider: stored.provider, isSandbox: stored.isSandbox } : NO_SERVICE_CHOICE,
    changedBy: stored?.changedBy ?? null,
    changedAt: stored?.changedAt ?? null,
  }
}

function tryToRead(
  services: DeploymentServices,
  stored: StoredServiceChoice | null,
): { readonly service: TeamService; readonly problem: string | null } {
  try {
    return { service: readStoredChoice(services, stored), problem: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { service: resolveService(services, NO_SERVICE_CHOICE, {}), problem: error.message }
  }
}
