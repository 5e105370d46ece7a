'use client'

import { signInWithPassword } from '@/app/_server/client-auth'
import { NewPasswordForm } from '@/components/account'
import { resetPasswordAction } from './actions'

/** Signs in with the new password, which loads the app as a new document. */
export function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const enter = async (password: string) => {
    const isIn = await signInWithPassword(email, password)
    window.location.assign(isIn ? '/' : '/sign-in')
  }
  return (
    <NewPasswordForm
      email={email}
      save={(password) => resetPasswordAction({ token, password })}
      onSaved={enter}
    />
  )
}
