'use client'

import { Stack } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, DataTable, EmptyState, useTellDone } from '@/components/ui'
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
  const tellDone = useTellDone()
  const { call, refusal } = useAction(remove)
  const takeBack = async (id: string) => {
    if ((await call({ team, id })).ok) tellDone('The top-up was removed.')
  }
  const nameOf = (id: string) => wallets.find((wallet) => wallet.id === id)?.name ?? 'Unknown'
  return (
    <Stack>
      <RefusalAlert refusal={refusal} />
      {topUps.length === 0 ? (
        <EmptyState title="No top-ups yet" text="Enter what the credits cost that you bought last." />
      ) : (
        <DataTable
          caption="Top-ups and what they cost"
          rows={topUps}
          keyOf={({ id }) => id}
          columns={[
            { key: 'day', label: 'Day', render: ({ at }) => formatDay(at, timeZone) },
            { key: 'wallet', label: 'Wallet', render: ({ walletId }) => nameOf(walletId) },
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
                        variant="subtle"
                        title="Remove this top-up?"
                        text="What credits cost is worked out without it. The balance stays as it is."
                        confirmLabel="Remove top-up"
                        onConfirm={() => takeBack(id)}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Stack>
  )
}
