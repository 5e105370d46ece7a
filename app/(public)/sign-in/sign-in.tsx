'use client'

import { signInWithPassword } from '@/app/_server/client-auth'
import { SignInForm } from '@/components/account'

/** Signs in and loads the destination as a new document, so that nothing of the signed-out pages remains. */
export function SignIn({ destination }: { readonly destination: string }) {
  return <SignInForm signIn={signInWithPassword} onSignedIn={() => window.location.assign(destination)} />
}
