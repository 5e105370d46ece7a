import { StateBadge, type Tone } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'

const STATUS: Readonly<Record<KeyView['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'quiet' },
  refused: { label: 'Refused by the upstream', tone: 'bad' },
}

/** Whether the key is in use. */
export function KeyStatus({ status }: Pick<KeyView, 'status'>) {
  return <StateBadge tone={STATUS[status].tone}>{STATUS[status].label}</StateBadge>
}
