'use client'

import type { ComponentProps } from 'react'
import { signOutHere } from '@/app/_server/client-auth'
import { Shell } from '@/components/shell'
import { showUnit } from '@/lib/kernel'

interface FrameProps extends Omit<ComponentProps<typeof Shell>, 'onSignOut'> {
  /** Names what the team's balance counts, for all that is drawn inside. */
  readonly unit: string
}

/** The shell, with this app's way of signing out. */
export function Frame({ unit, ...props }: FrameProps) {
  // Before what it holds is drawn: that writes amounts with this unit, as the server did.
  showUnit(unit)
  return <Shell {...props} onSignOut={signOutHere} />
}
