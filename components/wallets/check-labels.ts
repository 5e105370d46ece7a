import { formatDuration, inUnit } from '@/lib/kernel'
import type { Verdict } from '@/lib/keys/wallet-check'

interface KeyName {
  readonly id: string
  readonly name: string
  readonly prefix: string
}

/** Describes what a check has shown so far, and what to do next. */
export function describeVerdict(verdict: Verdict, keys: readonly KeyName[]): string {
  switch (verdict.kind) {
    case 'read-again':
      return 'Wait a little, then read the balance again: two readings are needed while nothing of ours is under way.'
    case 'quiet':
      return `Nothing was spent in ${formatDuration(verdict.sinceMs)}. Wait longer and read again, or end the check.`
    case 'spending':
      return `Somebody else spent ${inUnit(verdict.nano)} in ${formatDuration(verdict.sinceMs)}. Ask the provider to revoke one key, say which below, and read again: when the spending stops, it was that key.`
    case 'found': {
      const key = keys.find(({ id }) => id === verdict.keyId)
      return `It was ${key ? `“${key.name}” (${key.prefix}…)` : 'the key that was revoked last'}: since it is revoked, nothing is spent any more. Delete it here, and end the check.`
    }
  }
}
