'use client'

import { DataTable } from '@/components/ui'
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
    <DataTable
      caption="What packs cost"
      minWidth={420}
      rows={PACK_NAMES}
      keyOf={(name) => name}
      columns={[
        { key: 'pack', label: 'Pack', render: (name) => name },
        { key: 'rate', label: 'Requests a second', isNumeric: true, render: (name) => PACK_RATES[name] },
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
  )
}

const formatOr = (price: PackPriceView | undefined, format: (price: PackPriceView) => string): string =>
  price ? format(price) : UNKNOWN_FIGURE
