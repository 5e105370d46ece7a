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
 * Meaning of a state: `bad` is danger or loss, `warn` wants attention, `busy` is under way, `waits` is for a person to
 * continue, `quiet` is none of them.
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
  /** Details, on hover. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows a state by an icon and a word, so that nothing depends on colour alone. */
export function StateBadge({ tone, title, children }: StateBadgeProps) {
  const Icon = ICONS[tone]
  return (
    <span className={classes.state} data-tone={tone} title={title}>
      <Icon size={12} stroke={2.25} aria-hidden />
      {children}
    </span>
  )
}
