import 'server-only'
import { notFound as notFoundPage, redirect } from 'next/navigation'
import { getServerSession } from 'next-auth'
import { cache } from 'react'
import type { SignedIn } from '@/lib/accounts'
import type { TeamCtx } from '@/lib/db'
import { AppError, notFound } from '@/lib/kernel'
import { currentRuntime } from '@/lib/runtime'
import { findMembership } from '@/lib/teams'
import { authOptions } from './auth-options'

/** The person who is signed in, or null. Asked once a request; the session's row is checked. */
export const currentPerson = cache(async (): Promise<SignedIn | null> => {
  const session = await getServerSession(authOptions)
  return session?.person ?? null
})

/** Who acts in which team; throws `unauthenticated`, or `not_found` for a stranger and a missing team alike. */
export const teamContext = cache(async (slug: string): Promise<TeamCtx> => {
  const person = await currentPerson()
  if (!person)
    throw new AppError('unauthenticated', 'You are signed out. Sign in again; what you typed is still here.')
  const { db, clock } = currentRuntime()
  const membership = await findMembership(db, slug, person.id)
  if (!membership) throw notFound('The team')
  const { team, memberId, name, role } = membership
  return { team, db, clock, actor: { userId: person.id, memberId, name, role, sid: person.sid } }
})

/** First line of every page of a team: its context, the sign-in page, or not-found. */
export async function requireMember(params: Promise<{ team: string }>): Promise<TeamCtx> {
  const { team } = await params
  return orPage(() => teamContext(team), `/${team}`)
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
