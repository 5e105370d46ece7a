import { StateBadge } from '@/components/ui'
import type { TeamNeed } from '@/lib/alerts/alerts'
import { NEEDS } from './labels'

/** Of which kind something open is, and how bad that is. */
export function KindBadge({ kind }: { readonly kind: TeamNeed['kind'] }) {
  const { tone, label } = NEEDS[kind]
  return <StateBadge tone={tone === 'busy' ? 'waits' : tone}>{label}</StateBadge>
}
