import type { Clock } from './clock'
import { AppError, forbidden } from './errors'

export type Role = 'admin' | 'member' | 'viewer'

/** The team on whose behalf a verb runs. Every query carries its id. */
export interface TeamScope {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** IANA name of the time zone that sets the team's days, weeks and months. */
  readonly timeZone: string
  /** Set for a team whose data is all made up and whose keys call nobody. */
  readonly isExample?: true
  /** Currency in which pages also show what credits cost; absent if they do not. */
  readonly moneyIn?: string
}

/** The one who acts. Taken from the session, never from input. */
export interface Actor {
  readonly userId: string
  readonly memberId: string
  readonly name: string
  readonly role: Role
  /** The login session; continuations are bound to it. */
  readonly sid: string
  /** The API token that acts. It has no member: `userId` and `memberId` are its own id. */
  readonly tokenId?: string
}

/** Purser itself as the actor, for work that nobody requested. */
export const SYSTEM: Actor = {
  userId: 'system',
  memberId: 'system',
  name: 'Purser',
  role: 'admin',
  sid: 'system',
}

/** The first argument of every verb: the team, the actor, the database and the clock. */
export interface Ctx<Db> {
  readonly team: TeamScope
  readonly actor: Actor
  readonly db: Db
  readonly clock: Clock
}

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2 }

/** Returns whether `role` includes everything that `needed` may do. */
export const hasRole = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed]

/** Returns whether the actor may change something: members what is their own, admins everything, viewers nothing. */
export const canChange = ({ role, memberId }: Actor, ownerId: string): boolean =>
  hasRole(role, 'admin') || (hasRole(role, 'member') && ownerId === memberId)

/**
 * Throws `forbidden` unless the actor is an admin: the first line of a verb for admins. `doing` completes "Only an
 * admin may …".
 */
export function requireAdmin(ctx: { readonly actor: Actor }, doing: string): void {
  if (!hasRole(ctx.actor.role, 'admin')) throw forbidden(doing)
}

/** Throws `forbidden` if the actor is a viewer: the first line of a verb that spends or writes. */
export function requireWriter(ctx: { readonly actor: Actor }, doing: string): void {
  if (hasRole(ctx.actor.role, 'member')) return
  throw new AppError('forbidden', `Viewers cannot ${doing}. An admin of your team can make you a member.`)
}
