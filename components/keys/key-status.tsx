import { StateBadge, type Tone } from '@/components/ui'
import type { KeyRow } from './key-row'

const STATUS: Readonly<Record<KeyRow['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'quiet' },
  refused: { label: 'Refused by the upstream', tone: 'bad' },
}
const ELSEWHERE = { label: 'Of another service', tone: 'warn' } as const
const UNCHECKED = { label: 'Not checked', tone: 'quiet' } as const

/** Shows whether the key is in use, and whether it is known to work. */
export function KeyStatus({ row }: { readonly row: Pick<KeyRow, 'status' | 'isUnchecked' | 'elsewhere'> }) {
  const { status, isUnchecked, elsewhere } = row
  const isActive = status === 'active'
  const { tone, label } =
    isActive && elsewhere !== null ? ELSEWHERE : isActive && isUnchecked ? UNCHECKED : STATUS[status]
  return <StateBadge tone={tone}>{label}</StateBadge>
}
