'use client'

import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useEvery } from '@/components/ui'
import type { RunTotals, RunView } from '@/lib/collect/runs'
import { plural } from '@/lib/kernel'
import { describeState } from './labels'

/** A page may come ten times a second: so that it can be heard, it is said this often. */
const EVERY_MS = 15_000

interface SpokenProgressProps {
  readonly totals: RunTotals
  readonly endReason: RunView['endReason']
}

/** Says how far a run in the background has come, now and then, and how it ended, once. */
export function SpokenProgress({ totals, endReason }: SpokenProgressProps) {
  const isOpen = endReason === null
  const [wasOpen] = useState(isOpen)
  const words = `${plural(totals.items + totals.reusedItems, 'item')}, ${plural(totals.pages, 'page')}`
  const spoken = useEvery(EVERY_MS, isOpen, '', () => words)
  if (!wasOpen) return null
  return (
    <VisuallyHidden aria-live="polite">
      {isOpen ? spoken : `${describeState({ endReason, isInBackground: true })}: ${words}`}
    </VisuallyHidden>
  )
}
