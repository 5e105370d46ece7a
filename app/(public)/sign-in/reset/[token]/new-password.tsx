'use client'

import { Text } from '@mantine/core'
import { useState } from 'react'
import { signInWithPassword } from '@/app/_server/client-auth'
import { NewPasswordForm } from '@/components/account'
import { LinkTo } from '@/components/ui'
import { resetPasswordAction } from './actions'

/** Signs in with the new password, which loads the app as a new document; where that fails it says what was done. */
export function NewPassword({ token, email }: { readonly token: string; readonly email: string }) {
  const [isSet, setIsSet] = useState(false)
  const enter = async (password: string) => {
    const { kind } = await signInWithPassword(email, password)
    if (kind === 'signed-in') window.location.assign('/')
    else setIsSet(true)
  }
  if (isSet)
    return (
      <Text role="status">
        The new password is set. <LinkTo href="/sign-in">Sign in</LinkTo> with it in a few minutes: at present
        Purser takes no sign-in from here.
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
