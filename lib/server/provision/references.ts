import { listSearches } from '@/lib/collect/searches'
import { conflict, notFound } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { listTokens } from '@/lib/teams/tokens'
import type { ThingState } from './provision-thing'
import { insertProvisioned, provisionedId, selectProvisioned } from './store'

interface NamedThing {
  readonly id: string
  readonly name: string
}

/** Kinds of things that the file refers to by name, with the list of each in the team. */
const LISTS = {
  environment: listEnvironments,
  wallet: listWallets,
  key: listKeys,
  service: listServices,
  search: listSearches,
  token: listTokens,
  member: async (ctx: TeamCtx) => (await listMembers(ctx)).map(({ id, email }) => ({ id, name: email })),
} as const satisfies Record<string, (ctx: TeamCtx) => Promise<readonly NamedThing[]>>

export type NamedKind = keyof typeof LISTS

export const listNamed = (ctx: TeamCtx, kind: NamedKind): Promise<readonly NamedThing[]> => LISTS[kind](ctx)

/** The things of a team by their names in the file. */
export interface References {
  note(kind: NamedKind, name: string, state: ThingState): void
  /**
   * Returns the id, even of a thing that has another name by now; null for a thing that people have removed. Throws
   * `not_found` for a thing that never existed.
   */
  find(kind: NamedKind, name: string): Promise<string | null>
}

export function createReferences(ctx: TeamCtx): References {
  const { db, clock, team } = ctx
  const known = new Map<string, ThingState>()
  const keyOf = (kind: NamedKind, name: string) => `${kind} ${name}`
  return {
    note: (kind, name, state) => void known.set(keyOf(kind, name), state),
    async find(kind, name) {
      const state = known.get(keyOf(kind, name))
      if (state) return state.is === 'gone' ? null : state.id
      const id = provisionedId(team.id, kind, name)
      const before = await selectProvisioned(db, id)
      const things = await listNamed(ctx, kind)
      if (things.some((thing) => thing.id === before)) return before
      const thing = onlyOne(things, name, `The ${kind} “${name}”`)
      if (thing && before === null) await insertProvisioned(db, { id, subjectId: thing.id, at: clock.now() })
      if (!thing && before === null) throw notFound(`The ${kind} “${name}”`)
      return thing?.id ?? null
    },
  }
}

/**
 * Returns the thing that an earlier start found or created, if it still has its name, even if others now share it;
 * null if it was renamed. If it no longer exists, returns the one thing of the name, or null. Throws `conflict` if
 * several have the name.
 */
export function sameOrOnlyOne<T extends NamedThing>(
  things: readonly T[],
  name: string,
  { known, what }: { readonly known: string | null; readonly what: string },
): T | null {
  const same = things.find(({ id }) => id === known)
  if (!same) return onlyOne(things, name, what)
  return same.name === name ? same : null
}

/** Returns the one thing of a name; null if there is none. Throws `conflict` if several have it. */
function onlyOne<T extends { readonly name: string }>(
  things: readonly T[],
  name: string,
  what: string,
): T | null {
  const [found, second] = things.filter((thing) => thing.name === name)
  if (second) throw conflict(`${what} is there more than once. Give all but one another name.`)
  return found ?? null
}
