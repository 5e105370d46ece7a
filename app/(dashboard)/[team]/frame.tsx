'use client'

import type { ComponentProps } from 'react'
import { signOutToSignIn } from '@/app/_server/client-auth'
import { Shell } from '@/components/shell'
import { type ShownTeam, setShownTeam } from '@/lib/kernel'

interface FrameProps extends Omit<ComponentProps<typeof Shell>, 'onSignOut'> {
  /** By what everything drawn inside writes amounts and times. */
  readonly shown: ShownTeam
}

/** Renders the shell with this app's way of signing out. */
export function TeamFrame({ shown, ...props }: FrameProps) {
  // Set before the children render: they write amounts and times as the server did.
  setShownTeam(shown)
  return <Shell {...props} onSignOut={signOutToSignIn} />
}
