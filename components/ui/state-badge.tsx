import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircle,
  IconClock,
  IconProgress,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './sections.module.css'

/**
 * What a state means: `bad` is danger or loss, `warn` wants attention, `busy` is under way, `waits` is for a
 * person to go on with, `quiet` is none of them.
 */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'waits' | 'quiet'

const ICONS = {
  good: IconCheck,
  warn: IconAlertTriangle,
  bad: IconBan,
  busy: IconProgress,
  waits: IconClock,
  quiet: IconCircle,
} as const

interface StateBadgeProps {
  readonly tone: Tone
  /** More about it, on hover. */
  readonly title?: string
  readonly children: ReactNode
}

/** A state: an icon and a word, so that it is not told by colour alone. */
export function StateBadge({ tone, title, children }: StateBadgeProps) {
  const Icon = ICONS[tone]
  return (
    <span className={classes.state} data-tone={tone} title={title}>
      <Icon size={12} stroke={2.25} aria-hidden />
      {children}
    </span>
  )
}
