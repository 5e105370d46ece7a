import { Alert, Text } from '@mantine/core'
import type { ShownProblem } from './place'

/** Why a page did not come, in words; whether it was charged; and what the upstream itself said. */
export function ProblemAlert({ problem }: { readonly problem: ShownProblem }) {
  return (
    <Alert role="alert" color="orange" variant="light" title="The page did not arrive">
      <Text size="sm">{problem.message}</Text>
      <Text size="sm" mt={4}>
        {problem.charged === 'no'
          ? 'It was not charged.'
          : 'It may have been charged: it stands on the ledger as unknown.'}
      </Text>
      {problem.upstreamWords && (
        <Text size="sm" mt={4} dir="auto">
          The upstream said: {problem.upstreamWords}
        </Text>
      )}
    </Alert>
  )
}
