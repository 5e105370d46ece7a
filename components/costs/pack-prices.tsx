'use client'

import {
  type Action,
  AmountInput,
  describeTypedCredits,
  describeTypedMoney,
  formFieldText,
  SaveForm,
} from '@/components/forms'
import { ChoiceField, DataTable, FormDrawer, figureColumn } from '@/components/ui'
import { formatCredits, formatMoney, PACK_NAMES, PACK_RATES, type Pack, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { PackPriceView } from '@/lib/money/costs'

interface PackPricesProps {
  readonly currency: string
  readonly packs: readonly PackPriceView[]
}

/** Lists what each pack costs at the provider. */
export function PackPrices({ currency, packs }: PackPricesProps) {
  const priceOf = (name: Pack) => packs.find(({ pack }) => pack === name)
  return (
    <DataTable<Pack>
      caption="What packs cost"
      minWidth={420}
      rows={PACK_NAMES}
      keyOf={(name) => name}
      columns={[
        { key: 'pack', label: 'Pack', render: (name) => name },
        { key: 'rate', label: 'Requests a second', isNumeric: true, render: (name) => PACK_RATES[name] },
        figureColumn('credits', 'Credits', (name) =>
          formatOr(priceOf(name), ({ creditsNano }) => formatCredits(creditsNano)),
        ),
        figureColumn(
          'cost',
          'Cost',
          (name) => formatOr(priceOf(name), ({ costMicro }) => formatMoney(costMicro, currency)),
          { onCard: 'figure' },
        ),
      ]}
    />
  )
}

const formatOr = (price: PackPriceView | undefined, format: (price: PackPriceView) => string): string =>
  price ? format(price) : UNKNOWN_FIGURE

interface SetPackPriceProps {
  readonly team: string
  readonly currency: string
  readonly set: Action<{ team: string; pack: Pack; credits: string; cost: string }>
}

/** Renders a button, and the form that it opens. */
export function SetPackPrice({ team, currency, set }: SetPackPriceProps) {
  const save = (form: FormData) => {
    const name = PACK_NAMES.find((each) => each === formFieldText(form, 'pack')) ?? 'Starter'
    return set({
      team,
      pack: name,
      credits: formFieldText(form, 'credits'),
      cost: formFieldText(form, 'cost'),
    })
  }
  return (
    <FormDrawer label="Set price" title="Set the price of a pack" size="xs" variant="default">
      <SaveForm submitLabel="Set price" message="The price was set." save={save}>
        {(fields) => (
          <>
            <ChoiceField
              label="Pack"
              name="pack"
              data={[...PACK_NAMES]}
              defaultValue="Starter"
              error={fields.pack}
            />
            <AmountInput
              label="Its credits"
              example="Empty if it has no price."
              name="credits"
              reads={describeTypedCredits}
              error={fields.credits}
            />
            <AmountInput
              label={`Its cost (${currency})`}
              example="Of all its credits."
              name="cost"
              reads={describeTypedMoney(currency)}
              error={fields.cost}
            />
          </>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
