'use client'

import { Text } from '@mantine/core'
import { useState } from 'react'
import { type SignInAnswer, signInWithPassword } from '@/app/_server/client-auth'
import { NewPasswordForm } from '@/components/account'
import { AppLink } from '@/components/ui'
import { resetPasswordAction } from './actions'

/** Signs in with the new password, which loads the app as a new document; if that fails, says what was done. */
export function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const [refused, setRefused] = useState<SignInAnswer['kind'] | null>(null)
  const enter = async (password: string) => {
    const { kind } = await signInWithPassword(email, password)
    if (kind === 'signed-in') window.location.assign('/')
    else setRefused(kind)
  }
  if (refused === 'not-kept')
    return (
      <Text role="status">
        The new password is set.{' '}
        <AppLink size="md" href="/sign-in">
          Sign in
        </AppLink>{' '}
        with it.
      </Text>
    )
  if (refused)
    return (
      <Text role="status">
        The new password is set.{' '}
        <AppLink size="md" href="/sign-in">
          Sign in
        </AppLink>{' '}
        with it in a few minutes: Purser is accepting no sign-ins from here right now.
      </Text>
    )
  return (
    <NewPasswordForm
      email={email}
      save={(password) => resetPasswordAction({ token, password })}
      onSaved={enter}
    />
  )
}
