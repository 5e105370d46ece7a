'use client'

import { readAnswer, type SignInAnswer } from './sign-in-answer'

/** Loads with the first sign-in or sign-out: no page needs it to be shown. */
const nextAuth = () => import('next-auth/react')

/** Signs in with e-mail and password; answers what became of it. */
export async function signInWithPassword(email: string, password: string): Promise<SignInAnswer> {
  const { signIn } = await nextAuth()
  const answer = await signIn('credentials', { email, password, redirect: false })
  return answer ? readAnswer(answer) : { kind: 'unavailable' }
}

/** Ends this session and goes to the sign-in page. */
export const signOutHere = (): Promise<void> => signOutTo('/sign-in')

/** Ends this session and goes to another page of Purser. */
export async function signOutTo(path: string): Promise<void> {
  // We choose the destination: next-auth would use its configured address, not the present one.
  const { signOut } = await nextAuth()
  await signOut({ redirect: false })
  window.location.assign(path)
}
