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
import { ChoiceField, ConfirmButton, DataTable, EmptyState, FormDrawer, figureColumn } from '@/components/ui'
import { costOfCredit, formatCount, formatCredits, formatDay, formatMoney } from '@/lib/kernel'
import type { TopUpCostView } from '@/lib/money/costs'

interface TopUpCostsProps {
  readonly team: string
  readonly currency: string
  readonly topUps: readonly TopUpCostView[]
  readonly wallets: readonly { readonly id: string; readonly name: string }[]
  readonly isAdmin: boolean
  readonly remove: Action<{ team: string; id: string }>
}

/** Lists what top-ups cost, newest first. An admin can remove them. */
export function TopUpCosts({ team, currency, topUps, wallets, isAdmin, remove }: TopUpCostsProps) {
  const { call } = useAction(remove, 'The top-up was removed.')
  const nameOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.name ?? 'Unknown'
  if (topUps.length === 0)
    return <EmptyState title="No top-ups yet" text="Enter what your most recent credits cost." />
  return (
    <DataTable<TopUpCostView>
      caption="Top-ups and what they cost"
      rows={topUps}
      keyOf={({ id }) => id}
      columns={[
        { key: 'day', label: 'Day', render: ({ at }) => formatDay(at) },
        { key: 'wallet', label: 'Wallet', onCard: 'line', render: ({ walletId }) => nameOf(walletId) },
        figureColumn('credits', 'Credits', ({ creditsNano }) => formatCredits(creditsNano)),
        figureColumn('cost', 'Cost', ({ costMicro }) => formatMoney(costMicro, currency), {
          onCard: 'figure',
        }),
        figureColumn('each', `Cost of ${formatCount(1000)} credits`, (lot) =>
          formatMoney(costOfCredit(lot) * 1000n, currency),
        ),
        isAdmin && {
          key: 'actions',
          label: 'Actions',
          isActions: true,
          render: ({ id }) => (
            <ConfirmButton
              label="Remove"
              title="Remove this top-up?"
              text="Costs are recalculated without it. The balance stays as it is."
              confirmLabel="Remove top-up"
              onConfirm={() => call({ team, id })}
            />
          ),
        },
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
