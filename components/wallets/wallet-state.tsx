import type { RunOutWords } from '@/components/overview'
import { StateBadge } from '@/components/ui'

interface WalletStateProps {
  readonly isPaused: boolean
  readonly words: Pick<RunOutWords, 'tone' | 'state'>
}

/** Shows a wallet's state, the same in the list and on its page. */
export const WalletState = ({ isPaused, words: { tone, state } }: WalletStateProps) =>
  isPaused ? (
    <StateBadge tone="warn">Paused for a check</StateBadge>
  ) : (
    <StateBadge tone={tone}>{state}</StateBadge>
  )
