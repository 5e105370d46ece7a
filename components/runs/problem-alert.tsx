import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppLink, PlainText } from '@/components/ui'
import { localiseStoredText } from '@/lib/kernel'
import type { ShownProblem } from './kept-continuation'

interface ProblemAlertProps {
  readonly problem: ShownProblem
  /** Address at which to test the provider; null for people without permission. */
  readonly provider?: string | null
  /** Actions that may solve it. */
  readonly children?: ReactNode
}

/** Explains why a page failed and what to do, whether it was charged, and the upstream's own words. */
export function ProblemAlert({ problem, provider = null, children }: ProblemAlertProps) {
  const { kind, charged, message, upstreamWords } = problem
  const advice = providerAdvice(kind)
  return (
    <Alert role="alert" color="orange" variant="light" title={problemTitle(kind)}>
      <Text size="sm">
        {localiseStoredText(message)} {describeProblemCharge(charged)}
      </Text>
      {upstreamWords && (
        <Text size="sm" mt={4} component="div">
          The API said:
          <PlainText>{upstreamWords}</PlainText>
        </Text>
      )}
      {advice !== null && provider !== null && (
        <Text size="sm" mt={4}>
          {advice} <AppLink href={provider}>Open the provider</AppLink>
        </Text>
      )}
      {children}
    </Alert>
  )
}

/** Titles of problems by kind; the message itself says what to do. */
const TITLES: Readonly<Record<string, string>> = {
  rate_limited: 'The key is used too fast',
  key_refused: 'The API refuses the key',
  not_allowed: 'The API does not allow this',
  wallet_empty: 'The wallet is empty',
  not_found: 'The API found nothing there',
  bad_request: 'The API does not accept the request',
  cursor_refused: 'The API does not accept the cursor',
  upstream_down: 'The API failed',
  not_understood: 'The API’s answer was not understood',
  out_of_reach: 'The API did not answer',
  key_disabled: 'The key is disabled',
  wallet_paused: 'The wallet is paused for a check',
  budget_stopped: 'A budget stops it',
  run_cap: 'The run’s cap stops it',
  stopping: 'Purser is stopping',
  cancelled: 'The page was cancelled',
}

export const problemTitle = (kind: string | undefined): string =>
  TITLES[kind ?? ''] ?? 'The page did not arrive'

/** Says what an admin can do about the provider, if that may be the problem; else null. */
export function providerAdvice(kind: string | undefined): string | null {
  if (kind === 'not_understood')
    return 'Test the provider to see what the API sends, and let it fill the gaps.'
  if (kind === 'not_found' || kind === 'bad_request')
    return 'If the user or the words are right, the provider’s path or parameter may be wrong: test the provider.'
  return null
}

/** Returns whether a check of the key shows if it works again, and resumes its calls. */
export const canCheckResumeKey = (kind: string | undefined): boolean =>
  kind === 'wallet_empty' || kind === 'key_refused'

/** Says what to do if the key is the problem, for those who may check keys and for others; else null. */
export function keyAdvice(kind: string | undefined, mayCheck: boolean): string | null {
  if (kind !== 'key_disabled' && !canCheckResumeKey(kind)) return null
  if (kind === 'key_disabled')
    return mayCheck
      ? 'Enable the key and try again here, or use another one in a new run.'
      : 'Ask an admin to enable the key and try again here, or use another one in a new run.'
  if (kind === 'wallet_empty')
    return mayCheck
      ? 'The key’s calls are stopped. Top the wallet up, check the key, and try again here.'
      : 'The key’s calls are stopped. Once the wallet is topped up, ask an admin to check the key, and try again here.'
  return mayCheck
    ? 'Check or replace the key, or use another one in a new run.'
    : 'Ask an admin to check or replace the key, or use another one in a new run.'
}

/** Says whether it cost something, if that is known. */
export const describeProblemCharge = (charged: 'no' | 'unknown'): string =>
  charged === 'no'
    ? 'It was not charged.'
    : 'Whether it was charged is not known: it is on the ledger as unknown until a balance explains it.'
