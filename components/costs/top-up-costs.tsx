'use client'

import { TextInput } from '@mantine/core'
import {
  type Action,
  AmountInput,
  describeTypedCredits,
  describeTypedMoney,
  formFieldText,
  SaveForm,
  useAction,
} from '@/components/forms'
import { ChoiceField, ConfirmButton, DataTable, EmptyState, FormDrawer } from '@/components/ui'
import { costOfCredit, formatCount, formatCredits, formatDay, formatMoney } from '@/lib/kernel'
import type { TopUpCostView } from '@/lib/money/costs'

interface TopUpCostsProps {
  readonly team: string
  readonly currency: string
  readonly timeZone: string
  readonly topUps: readonly TopUpCostView[]
  readonly wallets: readonly { readonly id: string; readonly name: string }[]
  readonly isAdmin: boolean
  readonly remove: Action<{ team: string; id: string }>
}

/** Lists what top-ups cost, newest first. An admin can remove them. */
export function TopUpCosts({ team, currency, timeZone, topUps, wallets, isAdmin, remove }: TopUpCostsProps) {
  const { call } = useAction(remove, 'The top-up was removed.')
  const nameOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.name ?? 'Unknown'
  if (topUps.length === 0)
    return <EmptyState title="No top-ups yet" text="Enter what your most recent credits cost." />
  return (
    <DataTable
      caption="Top-ups and what they cost"
      rows={topUps}
      keyOf={({ id }) => id}
      columns={[
        { key: 'day', label: 'Day', render: ({ at }) => formatDay(at, timeZone) },
        { key: 'wallet', label: 'Wallet', onCard: 'line', render: ({ walletId }) => nameOf(walletId) },
        {
          key: 'credits',
          label: 'Credits',
          isNumeric: true,
          render: ({ creditsNano }) => formatCredits(creditsNano),
        },
        {
          key: 'cost',
          label: 'Cost',
          isNumeric: true,
          onCard: 'figure',
          render: ({ costMicro }) => formatMoney(costMicro, currency),
        },
        {
          key: 'each',
          label: `Cost of ${formatCount(1000)} credits`,
          isNumeric: true,
          render: (lot) => formatMoney(costOfCredit(lot) * 1000n, currency),
        },
        ...(isAdmin
          ? [
              {
                key: 'actions',
                label: 'Actions',
                isActions: true,
                render: ({ id }: TopUpCostView) => (
                  <ConfirmButton
                    label="Remove"
                    title="Remove this top-up?"
                    text="Costs are recalculated without it. The balance stays as it is."
                    confirmLabel="Remove top-up"
                    onConfirm={() => call({ team, id })}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

interface AddTopUpProps {
  readonly team: string
  readonly currency: string
  readonly today: string
  readonly wallets: readonly { readonly id: string; readonly name: string }[]
  readonly add: Action<{ team: string; walletId: string; day: string; credits: string; cost: string }>
}

/** Renders a button, and the form that it opens. */
export function AddTopUpCost({ team, today, wallets, currency, add }: AddTopUpProps) {
  return (
    <FormDrawer label="Add top-up" title="Add a top-up" size="xs">
      <SaveForm
        submitLabel="Add top-up"
        message="The top-up was added."
        save={(form) =>
          add({
            team,
            walletId: formFieldText(form, 'walletId'),
            day: formFieldText(form, 'day'),
            credits: formFieldText(form, 'credits'),
            cost: formFieldText(form, 'cost'),
          })
        }
      >
        {(fields) => (
          <>
            <ChoiceField
              label="Wallet"
              name="walletId"
              data={wallets.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={wallets[0]?.id ?? ''}
              error={fields.walletId}
            />
            <TextInput
              label="Day"
              name="day"
              type="date"
              max={today}
              defaultValue={today}
              error={fields.day}
            />
            <AmountInput
              label="Credits"
              name="credits"
              reads={describeTypedCredits}
              example="Such as 10000."
              required
              error={fields.credits}
            />
            <AmountInput
              label={`Cost (${currency})`}
              name="cost"
              reads={describeTypedMoney(currency)}
              example="Such as 49.90."
              required
              error={fields.cost}
            />
          </>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
