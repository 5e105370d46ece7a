'use client'

import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField, DataTable } from '@/components/ui'
import { formatCredits, formatMoney, PACK_NAMES, PACK_RATES, type Pack, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { PackPriceView } from '@/lib/money/costs'
import { fieldOf } from './field-of'

interface PackPricesProps {
  readonly team: string
  readonly currency: string
  readonly packs: readonly PackPriceView[]
  readonly isAdmin: boolean
  readonly set: Action<{ team: string; pack: Pack; credits: string; cost: string }>
}

/** What each pack costs at the provider. */
export function PackPrices({ team, currency, packs, isAdmin, set }: PackPricesProps) {
  const priceOf = (name: Pack) => packs.find(({ pack }) => pack === name)
  const save = (form: FormData) => {
    const name = PACK_NAMES.find((each) => each === fieldOf(form, 'pack')) ?? 'Starter'
    return set({ team, pack: name, credits: fieldOf(form, 'credits'), cost: fieldOf(form, 'cost') })
  }
  return (
    <Stack>
      <DataTable
        caption="What packs cost"
        minWidth={420}
        rows={PACK_NAMES}
        keyOf={(name) => name}
        columns={[
          { key: 'pack', label: 'Pack', render: (name) => name },
          { key: 'rate', label: 'Calls a second', isNumeric: true, render: (name) => PACK_RATES[name] },
          {
            key: 'credits',
            label: 'Credits',
            isNumeric: true,
            render: (name) => formatOr(priceOf(name), ({ creditsNano }) => formatCredits(creditsNano)),
          },
          {
            key: 'cost',
            label: 'Cost',
            isNumeric: true,
            render: (name) => formatOr(priceOf(name), ({ costMicro }) => formatMoney(costMicro, currency)),
          },
        ]}
      />
      {isAdmin && (
        <SaveForm submitLabel="Save the pack" message="The pack was saved." save={save} resets>
          {(fields) => (
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <ChoiceField
                label="Pack"
                name="pack"
                data={[...PACK_NAMES]}
                defaultValue="Starter"
                allowDeselect={false}
                error={fields.pack}
              />
              <TextInput
                label="Its credits"
                description="Empty if it has no price."
                name="credits"
                inputMode="decimal"
                error={fields.credits}
              />
              <TextInput
                label={`Its cost (${currency})`}
                description="Of all its credits."
                name="cost"
                inputMode="decimal"
                error={fields.cost}
              />
            </SimpleGrid>
          )}
        </SaveForm>
      )}
    </Stack>
  )
}

const formatOr = (price: PackPriceView | undefined, format: (price: PackPriceView) => string): string =>
  price ? format(price) : UNKNOWN_FIGURE
