'use client'

import { Stack, Text, TextInput } from '@mantine/core'
import { type Action, SaveForm, useAction } from '@/components/forms'
import { ConfirmButton, Dimmed } from '@/components/ui'
import { currentTimeZone, formatMoment } from '@/lib/kernel'
import type { BudgetView, RaiseView } from '@/lib/money/budgets'
import { exactAmount, PERIOD_LABELS } from './labels'

export interface RaiseRequest extends RaiseView {
  /** The budget as it stands now. */
  readonly budget: Pick<BudgetView, 'name' | 'unit' | 'period' | 'settled' | 'effectiveAmount'>
  /** Suggested last day; empty if the budget's period has no end. */
  readonly lastDay: string
}

interface RaiseRequestsProps {
  readonly team: string
  readonly requests: readonly RaiseRequest[]
  readonly decide: Action<{ team: string; raiseId: string; grant: boolean; lastDay: string }>
}

/** Lists raises that wait for an admin, who grants them until the end of a day or refuses. */
export function RaiseRequests({ requests, ...shared }: RaiseRequestsProps) {
  return (
    <Stack>
      {requests.map((request) => (
        <Request key={request.id} request={request} {...shared} />
      ))}
    </Stack>
  )
}

function Request({
  team,
  request,
  decide,
}: Omit<RaiseRequestsProps, 'requests'> & { readonly request: RaiseRequest }) {
  const { call } = useAction(decide, 'The raise was refused.')
  const { id: raiseId, budget, amount, askedByName, askedAt, reason, lastDay } = request
  return (
    <Stack gap="xs" role="group" aria-label={`Raise for ${askedByName}`}>
      <Text size="sm">
        <strong>{askedByName}</strong> asks for {exactAmount(amount, budget.unit)} more in “{budget.name}”,{' '}
        {formatMoment(askedAt)}: “{reason}”
      </Text>
      <Dimmed>{describeRaised(budget, amount)}</Dimmed>
      <SaveForm
        submitLabel="Grant"
        submitName={`Grant the raise of ${askedByName}`}
        message="The raise applies from now on."
        save={(form) => decide({ team, raiseId, grant: true, lastDay: String(form.get('lastDay') ?? '') })}
        isRow
        beside={
          <ConfirmButton
            size="sm"
            label="Refuse"
            aria-label={`Refuse the raise of ${askedByName}`}
            title={`Refuse the raise of ${askedByName}?`}
            text="The budget stays as it is. The request is kept with your answer."
            confirmLabel="Refuse"
            onConfirm={() => call({ team, raiseId, grant: false, lastDay: '' })}
          />
        }
      >
        {(errors) => (
          <TextInput
            type="date"
            label={`Last day of the raise (${currentTimeZone()})`}
            name="lastDay"
            defaultValue={lastDay}
            required
            error={errors.lastDay}
          />
        )}
      </SaveForm>
    </Stack>
  )
}

/** Says what is spent of the budget, and what it becomes if the raise is granted. */
function describeRaised(
  { settled, effectiveAmount, period, unit }: RaiseRequest['budget'],
  more: bigint,
): string {
  const [now, then] = [effectiveAmount, effectiveAmount + more].map(
    (amount) => `${exactAmount(amount, unit)} ${PERIOD_LABELS[period]}`,
  )
  return `Spent: ${exactAmount(settled, unit)} of ${now}. If you grant this, the budget is ${then} until the end of the last day.`
}
