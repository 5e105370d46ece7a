import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkTo, PlainText } from '@/components/ui'
import { asReadHere } from '@/lib/kernel'
import type { ShownProblem } from './kept-continuation'
import { contractAdvice, describeProblemCharge, problemTitle } from './problem-labels'

interface ProblemAlertProps {
  readonly problem: ShownProblem
  /** Where to test the contract; null for people who may not. */
  readonly contract?: string | null
  /** What can be done here. */
  readonly children?: ReactNode
}

/** Why a page failed and what to do; whether it was charged; and the upstream's own words. */
export function ProblemAlert({ problem, contract = null, children }: ProblemAlertProps) {
  const { kind, charged, message, upstreamWords } = problem
  const advice = contractAdvice(kind)
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
      {advice !== null && contract !== null && (
        <Text size="sm" mt={4}>
          {advice}{' '}
          <LinkTo href={contract} size="sm">
            Open the contract
          </LinkTo>
        </Text>
      )}
      {children}
    </Alert>
  )
}
