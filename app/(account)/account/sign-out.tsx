'use client'

import { Button } from '@mantine/core'
import { signOutToSignIn } from '@/app/_server/client-auth'

export function SignOut() {
  return (
    <Button variant="default" size="xs" onClick={() => signOutToSignIn()}>
      Sign out
    </Button>
  )
}
