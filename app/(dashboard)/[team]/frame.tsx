'use client'

import type { ComponentProps } from 'react'
import { signOutToSignIn } from '@/app/_server/client-auth'
import { Shell } from '@/components/shell'
import { type ShownCosts, setShownUnit, showCosts } from '@/lib/kernel'

interface FrameProps extends Omit<ComponentProps<typeof Shell>, 'onSignOut'> {
  /** The unit of the team's balance, for everything drawn inside. */
  readonly unit: string
  /** Costs of its credits, if pages show them. */
  readonly costs: ShownCosts | null
}

/** Renders the shell with this app's way of signing out. */
export function TeamFrame({ unit, costs, ...props }: FrameProps) {
  // Set before the children render: they write amounts in this unit, as the server did.
  setShownUnit(unit)
  showCosts(costs)
  return <Shell {...props} onSignOut={signOutToSignIn} />
}
