'use client'

import { signIn, signOut } from 'next-auth/react'

/** Signs in with e-mail and password; answers whether they were right. */
export async function signInWithPassword(email: string, password: string): Promise<boolean> {
  const answer = await signIn('credentials', { email, password, redirect: false })
  return answer?.ok === true && !answer.error
}

/** Ends this session and goes to the sign-in page. */
export async function signOutHere(): Promise<void> {
  // Where to is ours to say: next-auth would go to the address it was configured with, not the one in use.
  await signOut({ redirect: false })
  window.location.assign('/sign-in')
}
