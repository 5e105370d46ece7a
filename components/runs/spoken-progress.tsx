'use client'

import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useEvery } from '@/components/ui'
import type { RunTotals, RunView } from '@/lib/collect/runs'
import { plural } from '@/lib/kernel'
import { describeState } from './labels'

/** Interval of announcements: a page may come ten times a second, and they must remain audible. */
const EVERY_MS = 15_000

interface SpokenProgressProps {
  readonly totals: RunTotals
  readonly endReason: RunView['endReason']
}

/** Announces the progress of a background run from time to time, and once how it ended. */
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
