import 'server-only'
import { cookies } from 'next/headers'
import { notFound as notFoundPage, redirect } from 'next/navigation'
import { cache } from 'react'
import { AppError, notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRequest } from '@/lib/platform/process'
import { currentRuntime } from '@/lib/server/runtime'
import { mayMakeTeams, type SignedIn } from '@/lib/teams/accounts'
import { findMembership } from '@/lib/teams/teams'
import { openToken } from './open-token'
import { personOf } from './person-of'
import { teamProvider } from './provider'
import { cookieName, SESSION_COOKIE } from './session-cookie'
import { currentVisitor } from './visitor'

const UNCHECKED = 'The database does not answer at present. You are still signed in; try again in a moment.'

/**
 * What the request's token says. next-auth's own `getServerSession` would also make and seal the next token, which nobody can
 * be sent from here.
 */
const currentToken = cache(async () => {
  const { isHttps } = await currentVisitor()
  const token = (await cookies()).get(cookieName(SESSION_COOKIE, isHttps))?.value
  return openToken({ token: token ?? '', secret: process.env.NEXTAUTH_SECRET ?? '' })
})

/** The signed-in person, or null. Once per request; the session's row is checked. Throws `unavailable` where it cannot be. */
export const currentPerson = cache(async (): Promise<SignedIn | null> => {
  const person = await personOf((await currentToken())?.sid)
  if (person === 'unchecked') throw new AppError('unavailable', UNCHECKED)
  return person
})

export const signedOut = (): AppError =>
  new AppError('unauthenticated', 'You are signed out. Sign in again; what you typed is still here.')

/** The actor and the team. Throws `unauthenticated`, or `not_found` for a stranger and a missing team alike. */
export const teamContext = cache(async (slug: string): Promise<TeamCtx> => {
  const said = await currentToken()
  if (!said?.sub || !said.sid) throw signedOut()
  // Asked for together: the token was sealed here, and names the session's person.
  const finding = findContext(slug, { userId: said.sub, sid: said.sid })
  // Where neither can be asked for, it is told of the session.
  finding.catch(() => undefined)
  const person = await currentPerson()
  if (person?.id !== said.sub) throw signedOut()
  const context = await finding
  if (!context) throw notFound('The team')
  return context
})

/** The context of a person whose session was checked; throws `not_found` for a stranger and a missing team alike. */
export async function membershipContext(slug: string, userId: string, sid: string): Promise<TeamCtx> {
  const context = await findContext(slug, { userId, sid })
  if (!context) throw notFound('The team')
  return context
}

/** The context of a person whose session is checked beside this; null for a stranger and a missing team alike. */
async function findContext(
  slug: string,
  { userId, sid }: Pick<TeamCtx['actor'], 'userId' | 'sid'>,
): Promise<TeamCtx | null> {
  const { db, clock } = currentRuntime()
  const membership = await findMembership(db, slug, userId)
  if (!membership) return null
  const { team, memberId, name, role } = membership
  return { team, db, clock, actor: { userId, memberId, name, role, sid } }
}

/** The same for what a request renders: its parts share what they ask for. An action has changed things before. */
const pageContext = cache(async (slug: string): Promise<TeamCtx> => {
  const ctx: TeamCtx = { ...(await teamContext(slug)), asked: new Map() }
  await showTeamUnit(ctx)
  return ctx
})

/** Lets texts of this request write amounts in the unit of the team's balances: see currentUnit. */
export async function showTeamUnit(ctx: TeamCtx): Promise<void> {
  const { shown } = currentRequest()
  if (shown) shown.unit = (await teamProvider(ctx)).provider.balanceUnit
}

/** Whether a person may make a team. Once per request. */
export const isTeamMaker = cache((userId: string) => mayMakeTeams(currentRuntime().db, userId))

/** First line of every page of a team: its context, the sign-in page, or not-found. */
export async function requireMember(params: Promise<{ team: string }>): Promise<TeamCtx> {
  const { team } = await params
  return orPage(() => pageContext(team), `/${team}`)
}

/** Reads for a page: a missing thing is the not-found page, a lost session the sign-in page. */
export async function orPage<T>(read: () => Promise<T>, here: string): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') {
      redirect(`/sign-in?callbackUrl=${encodeURIComponent(here)}`)
    }
    if (error instanceof AppError && error.code === 'not_found') notFoundPage()
    throw error
  }
}
