import { StateBadge } from '@/components/ui'
import type { TeamNeed } from '@/lib/alerts/alerts'
import { NEEDS } from './labels'

/** Names the kind of something open, and shows its severity. */
export function KindBadge({ kind }: { readonly kind: TeamNeed['kind'] }) {
  const { tone, label } = NEEDS[kind]
  return <StateBadge tone={tone === 'busy' ? 'waits' : tone}>{label}</StateBadge>
}
