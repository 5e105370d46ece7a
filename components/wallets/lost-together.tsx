'use client'

import { Group, Stack, Text } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { formatMoment, inUnit, type Nano, plural } from '@/lib/kernel'
import type { LostTogether as Sum } from '@/lib/money/statements'

interface LostTogetherProps {
  readonly team: string
  readonly sums: readonly Sum[]
  readonly timeZone: string
  /** Null for people who may not resolve them. */
  readonly resolve: Action<{ team: string; walletId: string; attemptId: string }> | null
}

/** Lists lost calls whose sum the readings show: all of a window are resolved by it in one step. */
export function LostTogether({ team, sums, timeZone, resolve }: LostTogetherProps) {
  return (
    <Stack gap="sm">
      {sums.map(({ walletId, walletName, from, to, nano, attemptIds }) => {
        const [attemptId = ''] = attemptIds
        const calls = plural(attemptIds.length, 'call')
        return (
          <Group key={attemptId} justify="space-between" align="center">
            <Text size="sm" style={{ flex: 1, minWidth: 260 }}>
              {calls} on “{walletName}”, lost between {formatMoment(from, timeZone)} and{' '}
              {formatMoment(to, timeZone)} ({timeZone}). {chargedWords(nano, attemptIds.length)}
            </Text>
            {resolve && (
              <SaveForm
                submitLabel={`Resolve ${calls} by this sum`}
                message="Each call counts with its share of the sum now."
                save={() => resolve({ team, walletId, attemptId })}
                isRow
              >
                {() => null}
              </SaveForm>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}

/** Says what the balance reveals about this many lost calls. */
const chargedWords = (nano: Nano, calls: number): string => {
  const [it, was] = calls === 1 ? ['it', 'was'] : ['they', 'were']
  return nano === 0n
    ? `The balance fell by no more than the other pages cost, so ${it} ${was} not charged.`
    : `The balance fell by ${inUnit(nano)} more than the other pages cost, so that is what ${it} cost.`
}
