import { Stack, Text } from '@mantine/core'
import { asReadHere, formatMoment, inUnit, plural } from '@/lib/kernel'
import type { UnknownView } from '@/lib/money/statements'
import { WhatWasAsked } from './asked-call'
import classes from './wallets.module.css'

interface ResolvedCallsProps {
  readonly team: string
  readonly calls: readonly (UnknownView & { readonly resolution: NonNullable<UnknownView['resolution']> })[]
  readonly timeZone: string
}

/** Lists calls whose cost is known by now. Nothing is left to do, so they are one line that can be opened. */
export function ResolvedCalls({ team, calls, timeZone }: ResolvedCallsProps) {
  if (calls.length === 0) return null
  return (
    <details className={classes.resolved}>
      <summary>{plural(calls.length, 'resolved call')}</summary>
      <Stack gap="xs" mt="xs">
        {calls.map((call) => (
          <Text key={call.attemptId} size="sm" c="dimmed">
            <WhatWasAsked team={team} call={call} />, {formatMoment(call.at, timeZone)}:{' '}
            {describe(call.resolution)} ({call.resolution.by}, {formatMoment(call.resolution.at, timeZone)})
          </Text>
        ))}
      </Stack>
    </details>
  )
}

function describe({ finding, items, chargeNano, note }: NonNullable<UnknownView['resolution']>): string {
  const cost = chargeNano === null ? '' : `, ${inUnit(chargeNano)}`
  const found = finding === 'charged' ? `Charged for ${plural(items, 'item')}${cost}` : 'Not charged'
  return `${found}: “${asReadHere(note)}”`
}
