'use client'

import { signInWithPassword } from '@/app/_server/client-auth'
import { SignInForm } from '@/components/account'

/** Signing in loads the destination anew, so that nothing of the signed-out pages is left. */
export function SignIn({ destination }: { readonly destination: string }) {
  return <SignInForm signIn={signInWithPassword} onSignedIn={() => window.location.assign(destination)} />
}
