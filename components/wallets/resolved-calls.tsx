import { Stack, Text } from '@mantine/core'
import { AppLink } from '@/components/ui'
import { formatMoment, formatPlural, formatWithUnit, localiseStoredText, operationLabel } from '@/lib/kernel'
import type { UnknownView } from '@/lib/money/statements'
import classes from './wallets.module.css'

interface ResolvedCallsProps {
  readonly team: string
  readonly calls: readonly (UnknownView & { readonly resolution: NonNullable<UnknownView['resolution']> })[]
}

/** Lists calls whose cost is known by now. Nothing is left to do, so they are one line that can be opened. */
export function ResolvedCalls({ team, calls }: ResolvedCallsProps) {
  if (calls.length === 0) return null
  return (
    <details className={classes.resolved}>
      <summary>{formatPlural(calls.length, 'resolved call')}</summary>
      <Stack gap="xs" mt="xs">
        {calls.some(({ resolution }) => resolution.finding === 'charged') && (
          <Text size="sm">
            Charged calls count in budgets at once, and on the statement once a balance reading follows.
            “Spent” and Usage leave all unknown calls out.
          </Text>
        )}
        {calls.map((call) => (
          <Text key={call.attemptId} size="sm" c="dimmed">
            <LostCallLink team={team} call={call} />, {formatMoment(call.at)}: {describe(call.resolution)} (
            {call.resolution.by}, {formatMoment(call.resolution.at)})
          </Text>
        ))}
      </Stack>
    </details>
  )
}

function describe({ finding, items, chargeNano, note }: NonNullable<UnknownView['resolution']>): string {
  const cost = chargeNano === null ? '' : `, ${formatWithUnit(chargeNano)}`
  const found = finding === 'charged' ? `Charged for ${formatPlural(items, 'item')}${cost}` : 'Not charged'
  return `${found}: “${localiseStoredText(note)}”`
}

/** Describes what a lost call was. */
export const describeLostCall = ({ runId, searchName, operation, pageNumber }: UnknownView): string =>
  runId === ''
    ? `${operationLabel(operation)} through the gateway`
    : `${searchName ?? 'A run'}, page\u00a0${pageNumber}`

/** Links to what a lost call was. A call of the gateway belongs to no run, and so has no link. */
export function LostCallLink({ team, call }: { readonly team: string; readonly call: UnknownView }) {
  if (call.runId === '') return <b>{describeLostCall(call)}</b>
  return <AppLink href={`/${team}/runs/${call.runId}`}>{describeLostCall(call)}</AppLink>
}
