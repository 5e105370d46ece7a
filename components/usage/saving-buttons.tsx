'use client'

import dynamic from 'next/dynamic'
import type { SavingButtonsProps } from './saving-actions'

const Loaded = dynamic(() => import('./saving-actions').then((actions) => actions.SavingButtons), {
  ssr: false,
})

/** Renders the buttons of something that could be saved. Their code loads only where there is something. */
export const SavingButtons = (props: SavingButtonsProps) => (
  <div style={HIGH}>
    <Loaded {...props} />
  </div>
)

const HIGH = { minHeight: 26 } as const
