'use client'

import { readAnswer, type SignInAnswer } from './sign-in-answer'

/** Loads the library at the first sign-in or sign-out: no page needs it to render. */
const nextAuth = () => import('next-auth/react')

/** Signs in with e-mail and password, and returns the outcome. */
export async function signInWithPassword(email: string, password: string): Promise<SignInAnswer> {
  const { signIn } = await nextAuth()
  const answer = await signIn('credentials', { email, password, redirect: false })
  return answer ? readAnswer(answer) : { kind: 'unavailable' }
}

/** Ends this session and opens the sign-in page. */
export const signOutHere = (): Promise<void> => signOutTo('/sign-in')

/** Ends this session and opens another page of Purser. */
export async function signOutTo(path: string): Promise<void> {
  // We choose the destination: next-auth would use its configured URL, not the present one.
  const { signOut } = await nextAuth()
  await signOut({ redirect: false })
  window.location.assign(path)
}
