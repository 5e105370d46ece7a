import { listSearches } from '@/lib/collect/searches'
import { type Actor, type Clock, conflict, notFound } from '@/lib/kernel'
import { listKeys, type UpstreamAccess } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { listBudgets } from '@/lib/money/budgets'
import { listWallets } from '@/lib/money/wallets'
import type { Db, DbLocation, TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { listTokens } from '@/lib/teams/tokens'
import type { FilePosition, SecretSources } from './file'
import { insertProvisioned, provisionedRowId, selectProvisioned } from './store'

/** The actor while the file is applied. */
export const PROVISIONING_ACTOR: Actor = {
  userId: 'provisioning',
  memberId: 'provisioning',
  name: 'Provisioning',
  role: 'admin',
  sid: 'provisioning',
}

/** Services of a worker that applying the file needs. */
export interface ProvisionServices {
  readonly db: Db
  readonly location: DbLocation
  readonly clock: Clock
  readonly access: UpstreamAccess
  readonly places: SecretSources
}

/** Parts that the steps of one start share. */
export interface ProvisionParts extends ProvisionServices {
  readonly report: ProvisionReport
}

/** A team that the file is applied to: its position in the file, and the meaning of its names. */
export interface TeamProvisioning extends ProvisionParts {
  readonly ctx: TeamCtx
  readonly filePosition: FilePosition
  readonly references: NameReferences
}

/** Records what a start did with the file, for the log: kinds and names, never a secret. */
export interface ProvisionReport {
  made(kind: string, name: string): void
  changed(kind: string, name: string): void
  /** Notes that people have removed it, and that it stays so. */
  reportRemoved(kind: string, name: string): void
  readonly lines: { readonly made: string[]; readonly changed: string[]; readonly left: string[] }
}

export function createProvisionReport(): ProvisionReport {
  const lines = { made: [] as string[], changed: [] as string[], left: [] as string[] }
  const add = (to: string[]) => (kind: string, name: string) => void to.push(`${kind} “${name}”`)
  return { made: add(lines.made), changed: add(lines.changed), reportRemoved: add(lines.left), lines }
}

/** An entry of the file, by what identifies it at the next start. */
interface ThingName {
  /** The team's id; empty for people and teams. */
  readonly teamId: string
  readonly kind: string
  readonly name: string
  /** Identifies it in the file, if its name does not. */
  readonly fileKey?: string
}

/** How to find and create an entry of one kind. */
interface ThingWays {
  /**
   * Finds the entry that has the name now; `isGone` if it is known that people have removed it. `known` is the id of
   * the one that had the name before.
   */
  find(known: string | null): Promise<{ readonly id: string; readonly isGone?: boolean } | null>
  /** Returns whether one that had the name still exists under another; absent if its row stays for ever. */
  isThere?(id: string): Promise<boolean>
  make(): Promise<{ readonly id: string }>
}

/**
 * State of an entry: `there` has its name and may be brought to what the file says; `left` has another name by now;
 * `gone` was removed by people, and stays so.
 */
export type ThingState =
  | { readonly is: 'there' | 'made' | 'left'; readonly id: string }
  | { readonly is: 'gone' }

/**
 * Creates an entry if it never existed. One that was removed, or has another name by now, stays so: an earlier start
 * has noted it, unless its row stays when people remove it.
 */
export async function provisionThing(
  { db, clock, report }: ProvisionParts,
  { teamId, kind, name, fileKey }: ThingName,
  { find, isThere, make }: ThingWays,
): Promise<ThingState> {
  const id = provisionedRowId(teamId, fileKey === undefined ? kind : `${kind} by mark`, fileKey ?? name)
  const known = isThere ? await selectProvisioned(db, id) : null
  const note = async (subjectId: string) => {
    if (isThere && known === null) await insertProvisioned(db, { id, subjectId, at: clock.now() })
  }
  const found = await find(known)
  if (found) {
    await note(found.id)
    if (!found.isGone) return { is: 'there', id: found.id }
  } else if (known !== null && (await isThere?.(known))) {
    return { is: 'left', id: known }
  }
  if (found || known !== null) {
    report.reportRemoved(kind, name)
    return { is: 'gone' }
  }
  const made = await make()
  await note(made.id)
  report.made(kind, name)
  return { is: 'made', id: made.id }
}

interface NamedThing {
  readonly id: string
  readonly name: string
}

/** Kinds of entries that the file refers to by name, with the list of each in the team. */
const LISTS = {
  environment: listEnvironments,
  wallet: listWallets,
  key: listKeys,
  service: listServices,
  search: listSearches,
  budget: listBudgets,
  token: listTokens,
  member: async (ctx: TeamCtx) => (await listMembers(ctx)).map(({ id, email }) => ({ id, name: email })),
} as const satisfies Record<string, (ctx: TeamCtx) => Promise<readonly NamedThing[]>>

export type NamedKind = keyof typeof LISTS

export const listThingsOfKind = (ctx: TeamCtx, kind: NamedKind): Promise<readonly NamedThing[]> =>
  LISTS[kind](ctx)

/** Thrown if the file refers to an entry that people have removed: what needs it is left out. */
export class RemovedThingError extends Error {}

/** A team's entries by their names in the file. */
export interface NameReferences {
  rememberState(kind: string, name: string, state: ThingState): void
  /**
   * Returns the id, even of an entry that has another name by now; empty for no name. Throws `Removed` for one that
   * people have removed, and `not_found` for one that never existed.
   */
  find(kind: NamedKind, name: string | undefined): Promise<string>
}

export function createNameReferences(ctx: TeamCtx): NameReferences {
  const { db, clock, team } = ctx
  const known = new Map<string, ThingState>()
  const keyOf = (kind: string, name: string) => `${kind} ${name}`
  return {
    rememberState: (kind, name, state) => void known.set(keyOf(kind, name), state),
    async find(kind, name) {
      if (name === undefined) return ''
      const state = known.get(keyOf(kind, name))
      if (state?.is === 'gone') throw new RemovedThingError()
      if (state) return state.id
      const id = provisionedRowId(team.id, kind, name)
      const before = await selectProvisioned(db, id)
      const things = await listThingsOfKind(ctx, kind)
      const same = things.find((thing) => thing.id === before)
      if (same) return same.id
      const thing = onlyOne(things, name, `The ${kind} “${name}”`)
      if (thing && before === null) await insertProvisioned(db, { id, subjectId: thing.id, at: clock.now() })
      if (!thing && before === null) throw notFound(`The ${kind} “${name}”`)
      if (!thing) throw new RemovedThingError()
      return thing.id
    },
  }
}

/**
 * Returns the entry that an earlier start found or created, if it still has its name, even if others now share it;
 * null if it was renamed. If it no longer exists, returns the only one of the name, or null. Throws `conflict` if
 * several have the name.
 */
export function findKnownOrOnlyThing<T extends NamedThing>(
  things: readonly T[],
  name: string,
  { known, what }: { readonly known: string | null; readonly what: string },
): T | null {
  const same = things.find(({ id }) => id === known)
  if (!same) return onlyOne(things, name, what)
  return same.name === name ? same : null
}

/** Returns the only one of a name; null if there is none. Throws `conflict` if several have it. */
function onlyOne<T extends { readonly name: string }>(
  things: readonly T[],
  name: string,
  kindLabel: string,
): T | null {
  const [found, second] = things.filter((thing) => thing.name === name)
  if (second) throw conflict(`${kindLabel} is there more than once. Give all but one another name.`)
  return found ?? null
}
