import 'server-only'
import { cookies, headers } from 'next/headers'
import { notFound as notFoundPage, redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { cache } from 'react'
import { AppError, isCurrencyUnit, notFound } from '@/lib/kernel'
import { readShownCosts } from '@/lib/money/costs'
import { isStorageFailure, type TeamCtx } from '@/lib/platform/db'
import { currentRequest } from '@/lib/platform/process'
import { currentRuntime } from '@/lib/server/runtime'
import { checkSession, isSessionLive, mayCreateTeams, type SignInSuccess } from '@/lib/teams/accounts'
import { findMembership } from '@/lib/teams/teams'
import { teamProvider } from './provider'
import { cookieName, openSessionToken, SESSION_COOKIE, sessionCookieOf } from './session-token'

const UNCHECKED = 'The database does not answer at present. You are still signed in; try again in a moment.'

/**
 * Returns the contents of the request's token. next-auth's own `getServerSession` would also seal the next token,
 * which cannot be sent from here.
 */
const currentToken = cache(async () => {
  const { isHttps } = await currentVisitor()
  const token = (await cookies()).get(cookieName(SESSION_COOKIE, isHttps))?.value
  return openSessionToken({ token: token ?? '', secret: process.env.NEXTAUTH_SECRET ?? '' })
})

/**
 * Returns the signed-in person, or null. Checks the session's row, once per request. Throws `unavailable` if it
 * cannot.
 */
export const currentPerson = cache(async (): Promise<SignInSuccess | null> => {
  const person = await personOfSession((await currentToken())?.sid)
  if (person === 'unchecked') throw new AppError('unavailable', UNCHECKED)
  return person
})

const signedOut = (): AppError =>
  new AppError('unauthenticated', 'You are signed out. Sign in again; what you typed is still here.')

/** Returns the actor and the team. Throws `unauthenticated`, or `not_found` for a stranger and a missing team alike. */
export const teamContext = cache(async (slug: string): Promise<TeamCtx> => {
  const said = await currentToken()
  if (!said?.sub || !said.sid) throw signedOut()
  // Both are read in parallel: the token was sealed here, and names the session's person.
  const finding = findContext(slug, { userId: said.sub, sid: said.sid })
  // If both reads fail, the session's error is the one to report.
  finding.catch(() => undefined)
  const person = await currentPerson()
  if (person?.id !== said.sub) throw signedOut()
  const context = await finding
  if (!context) throw notFound('The team')
  return context
})

/**
 * Returns the context of a person whose session was checked; throws `not_found` for a stranger and a missing team
 * alike.
 */
async function membershipContext(slug: string, userId: string, sid: string): Promise<TeamCtx> {
  const context = await findContext(slug, { userId, sid })
  if (!context) throw notFound('The team')
  return context
}

/**
 * Returns the context of a person whose session is checked in parallel; null for a stranger and a missing team alike.
 */
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

/**
 * Returns the same for a rendered page, whose parts share their reads. Actions do not share, because they change data
 * in between.
 */
const pageContext = cache(async (slug: string): Promise<TeamCtx> => {
  const ctx: TeamCtx = { ...(await teamContext(slug)), asked: new Map() }
  await showTeam(ctx)
  return ctx
})

/** Lets texts of this request write amounts and times as the team does: see currentUnit and its neighbours. */
export async function showTeam(ctx: TeamCtx): Promise<void> {
  const { shown } = currentRequest()
  if (!shown) return
  const [{ provider }, costs] = await Promise.all([teamProvider(ctx), readShownCosts(ctx)])
  const unit = provider.balanceUnit
  // A balance in money needs no other beside it.
  shown.team = { unit, costs: isCurrencyUnit(unit) ? null : costs, timeZone: ctx.team.timeZone }
}

/** Returns whether a person may create a team. Once per request. */
export const isTeamCreator = cache((userId: string) => mayCreateTeams(currentRuntime().db, userId))

/**
 * Returns the team's context for a page, or shows the sign-in page or not-found. The first line of every page of a
 * team.
 */
export async function requireMember(params: Promise<{ team: string }>): Promise<TeamCtx> {
  const { team } = await params
  return readForPage(() => pageContext(team), `/${team}`)
}

/** Reads for a page: a missing row shows not-found, a lost session the sign-in page. */
export async function readForPage<T>(read: () => Promise<T>, here: string): Promise<T> {
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

/** Returns the session's person, or `unchecked` if the database cannot say, which signs nobody out. */
export async function personOfSession(sid: string | undefined) {
  const { db, clock, log } = currentRuntime()
  try {
    return sid ? await checkSession(db, clock, sid) : null
  } catch (error) {
    if (!isStorageFailure(error)) throw error
    log.error({ err: error }, 'a session could not be checked')
    return 'unchecked'
  }
}

/**
 * Returns the same as `teamContext`, for an open page that polls: its session must be valid, but polling does not keep
 * it alive. An open page alone is not activity.
 */
export async function pollingTeamContext(request: NextRequest, slug: string): Promise<TeamCtx> {
  const { sid, sub } =
    (await getToken({
      req: request,
      cookieName: sessionCookieOf(request.headers),
      decode: openSessionToken,
    })) ?? {}
  const { db, clock } = currentRuntime()
  if (!sid || !sub || !(await isSessionLive(db, clock, sid))) throw signedOut()
  return membershipContext(slug, sub, sid)
}

/** The visitor as the door in front of Next sees them (lib/server/front/door.ts). Nobody else can set these headers. */
export interface Visitor {
  /** The network address that the request comes from. */
  readonly source: string
  /** True if the request comes from this machine itself, through no proxy. */
  readonly isLocal: boolean
  readonly isHttps: boolean
}

/** Returns the visitor of a request with these headers. */
export const visitorOf = (given: Pick<Headers, 'get'>): Visitor => ({
  source: given.get('x-purser-source') ?? 'unknown',
  isLocal: given.get('x-purser-local') === 'yes',
  isHttps: given.get('x-purser-https') === 'yes',
})

/** Returns the visitor of the current request. */
export const currentVisitor = async (): Promise<Visitor> => visitorOf(await headers())
