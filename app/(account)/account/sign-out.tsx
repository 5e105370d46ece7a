'use client'

import { Button } from '@mantine/core'
import { signOutHere } from '@/app/_server/client-auth'

export function SignOut() {
  return (
    <Button variant="default" size="xs" onClick={() => signOutHere()}>
      Sign out
    </Button>
  )
}
