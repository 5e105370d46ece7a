'use client'

import { signIn, signOut } from 'next-auth/react'

/** Signs in with e-mail and password; returns whether they were right. */
export async function signInWithPassword(email: string, password: string): Promise<boolean> {
  const answer = await signIn('credentials', { email, password, redirect: false })
  return answer?.ok === true && !answer.error
}

/** Ends this session and goes to the sign-in page. */
export async function signOutHere(): Promise<void> {
  // We choose the destination: next-auth would use its configured address, not the present one.
  await signOut({ redirect: false })
  window.location.assign('/sign-in')
}
