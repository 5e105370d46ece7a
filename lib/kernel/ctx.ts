import type { Clock } from './clock'
import { AppError, forbidden } from './errors'

export type Role = 'admin' | 'member' | 'viewer'

/** The team on whose behalf a verb runs. Every query carries its id. */
export interface TeamScope {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** IANA name: the zone of the team's days, weeks and months. */
  readonly timeZone: string
  /** Set where all of it was made up: nothing of it is real, and its keys call nobody. */
  readonly isExample?: true
}

/** Who acts. Taken from the session, never from input. */
export interface Actor {
  readonly userId: string
  readonly memberId: string
  readonly name: string
  readonly role: Role
  /** The login session; continuations are bound to it. */
  readonly sid: string
  /** The token of the API that acts. No member stands behind it: `userId` and `memberId` are its own id. */
  readonly tokenId?: string
}

/** Purser itself as the actor, for work that nobody asked for. */
export const SYSTEM: Actor = {
  userId: 'system',
  memberId: 'system',
  name: 'Purser',
  role: 'admin',
  sid: 'system',
}

/** The first argument of every verb: for which team, by whom, on which database, at what time. */
export interface Ctx<Db> {
  readonly team: TeamScope
  readonly actor: Actor
  readonly db: Db
  readonly clock: Clock
}

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2 }

/** Whether `role` includes everything that `needed` may do. */
export const hasRole = (role: Role, needed: Role): boolean => RANK[role] >= RANK[needed]

/** Whether somebody may change a thing: a member what is their own, an admin everything, a viewer nothing. */
export const mayChange = ({ role, memberId }: Actor, ownerId: string): boolean =>
  hasRole(role, 'admin') || (hasRole(role, 'member') && ownerId === memberId)

/** First line of a verb that only admins may use; `doing` completes "Only an admin may …". Throws `forbidden`. */
export function requireAdmin(ctx: { readonly actor: Actor }, doing: string): void {
  if (!hasRole(ctx.actor.role, 'admin')) throw forbidden(doing)
}

/** First line of a verb that spends or writes: viewers only look. Throws `forbidden`. */
export function requireWriter(ctx: { readonly actor: Actor }, doing: string): void {
  if (hasRole(ctx.actor.role, 'member')) return
  throw new AppError('forbidden', `Viewers cannot ${doing}. An admin of your team can make you a member.`)
}
