import { StateBadge, type Tone } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { formatPlural } from '@/lib/kernel'
import { describeRunState } from './labels'

const TONES: Readonly<Record<NonNullable<RunView['endReason']>, Tone>> = {
  last_page: 'good',
  nothing_new: 'good',
  date_passed: 'good',
  cap_reached: 'quiet',
  cancelled: 'quiet',
  provider_test: 'quiet',
  subjects_ended: 'good',
  restarted: 'warn',
  repeated_cursor: 'warn',
  repeated_page: 'warn',
  empty_page: 'warn',
  unusable_cursor: 'warn',
  next_page_not_found: 'warn',
  unread_items: 'bad',
  unread_times: 'bad',
  problem: 'bad',
  budget_refused: 'blocks',
}

interface RunStateProps {
  readonly run: Pick<RunView, 'endReason' | 'isInBackground' | 'subjects' | 'pages' | 'reusedPages'>
}

/** Shows a run's state by an icon and words. */
export function RunState({ run }: RunStateProps) {
  const failed = run.subjects?.failed ?? 0
  if (run.endReason === 'subjects_ended' && failed > 0)
    return <StateBadge tone="warn">{formatPlural(failed, 'subject')} failed</StateBadge>
  const open = run.isInBackground ? 'busy' : 'waits'
  const tone = run.endReason === null ? open : TONES[run.endReason]
  return <StateBadge tone={tone}>{describeRunState(run)}</StateBadge>
}
