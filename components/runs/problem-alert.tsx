import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkTo, PlainText } from '@/components/ui'
import { asReadHere } from '@/lib/kernel'
import type { ShownProblem } from './kept-continuation'
import { describeProblemCharge, problemTitle, providerAdvice } from './problem-labels'

interface ProblemAlertProps {
  readonly problem: ShownProblem
  /** Address at which to test the provider; null for people who may not. */
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
      <Text size="sm">{asReadHere(message)}</Text>
      <Text size="sm" mt={4}>
        {describeProblemCharge(charged)}
      </Text>
      {upstreamWords && (
        <>
          <Text size="sm" mt={4}>
            The upstream said:
          </Text>
          <PlainText>{upstreamWords}</PlainText>
        </>
      )}
      {advice !== null && provider !== null && (
        <Text size="sm" mt={4}>
          {advice}{' '}
          <LinkTo href={provider} size="sm">
            Open the provider
          </LinkTo>
        </Text>
      )}
      {children}
    </Alert>
  )
}
