'use client'

import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, RefusalAlert, SaveForm, useAction } from '@/components/forms'
import { ChoiceField, DataTable, EmptyState } from '@/components/ui'
import { costOfCredit, formatCredits, formatDay, formatMoney } from '@/lib/kernel'
import type { TopUpCostView } from '@/lib/money/costs'
import { fieldOf } from './field-of'

interface TopUpCostsProps {
  readonly team: string
  readonly currency: string
  readonly timeZone: string
  readonly today: string
  readonly topUps: readonly TopUpCostView[]
  readonly wallets: readonly { readonly id: string; readonly name: string }[]
  readonly isAdmin: boolean
  readonly add: Action<{ team: string; walletId: string; day: string; credits: string; cost: string }>
  readonly remove: Action<{ team: string; id: string }>
}

/** What top-ups cost, newest first; an admin adds them and takes them back. */
export function TopUpCosts(props: TopUpCostsProps) {
  const { team, currency, timeZone, topUps, wallets, isAdmin, remove } = props
  const router = useRouter()
  const { call, refusal, isPending } = useAction(remove)
  const takeBack = async (id: string) => {
    if ((await call({ team, id })).ok) router.refresh()
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
              label: '1,000 credits',
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
                      <Button
                        size="xs"
                        variant="subtle"
                        loading={isPending}
                        onClick={() => void takeBack(id)}
                      >
                        Remove
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {isAdmin && wallets.length > 0 && <AddTopUp {...props} />}
    </Stack>
  )
}

function AddTopUp({ team, today, wallets, currency, add }: TopUpCostsProps) {
  return (
    <SaveForm
      submitLabel="Add the top-up"
      message="The top-up was added."
      save={(form) =>
        add({
          team,
          walletId: fieldOf(form, 'walletId'),
          day: fieldOf(form, 'day'),
          credits: fieldOf(form, 'credits'),
          cost: fieldOf(form, 'cost'),
        })
      }
      resets
    >
      {(fields) => (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <ChoiceField
            label="Wallet"
            name="walletId"
            data={wallets.map(({ id, name }) => ({ value: id, label: name }))}
            defaultValue={wallets[0]?.id ?? ''}
            allowDeselect={false}
            error={fields.walletId}
          />
          <TextInput label="Day" name="day" type="date" max={today} defaultValue={today} error={fields.day} />
          <TextInput label="Credits" name="credits" inputMode="decimal" required error={fields.credits} />
          <TextInput
            label={`Cost (${currency})`}
            name="cost"
            inputMode="decimal"
            required
            error={fields.cost}
          />
        </SimpleGrid>
      )}
    </SaveForm>
  )
}
