'use client'

import type { ComponentProps } from 'react'
import { signOutHere } from '@/app/_server/client-auth'
import { Shell } from '@/components/shell'

/** The shell, with this app's way of signing out. */
export function Frame(props: Omit<ComponentProps<typeof Shell>, 'onSignOut'>) {
  return <Shell {...props} onSignOut={signOutHere} />
}
