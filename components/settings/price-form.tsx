'use client'

import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import {
  canScaleTariff,
  describeTariff,
  formatCredits,
  leadPrice,
  leadUnit,
  nanoToText,
  type OperationName,
  operationLabel,
  parseTypedCredits,
  perItemTariff,
  type Tariff,
  unitTitle,
  withLeadPrice,
} from '@/lib/kernel'

/** An operation that can be given a price, with its current price. */
export interface SettablePrice {
  readonly operation: OperationName
  /** The price in force; null if it is not known. */
  readonly tariff: Tariff | null
  /** The price that the provider states; null if it states none. */
  readonly stated: Tariff | null
}

interface PriceFormProps {
  readonly team: string
  /** At least one. */
  readonly prices: readonly SettablePrice[]
  readonly set: Action<{ team: string; operation: OperationName; price: string; firstDay: string }>
}

const textOf = (tariff: Tariff | null): string => (tariff === null ? '' : nanoToText(leadPrice(tariff)))

/** Sets the price of an operation's item, from now or from a day on. */
export function PriceForm({ team, prices, set }: PriceFormProps) {
  const [operation, setOperation] = useState(prices[0]?.operation ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const { tariff = null, stated = null } = prices.find((price) => price.operation === operation) ?? {}
  const label = operationLabel(operation)
  const price = typed ?? textOf(tariff)
  const choose = (name: string | null) => {
    if (name === null) return
    setOperation(name)
    setTyped(null)
  }
  const save = (form: FormData) => set({ team, operation, price, firstDay: formFieldText(form, 'firstDay') })
  return (
    <SaveForm submitLabel={`Set price: ${label}`} message="The price was set." save={save}>
      {(fields) => (
        <>
          <ChoiceField
            label="Operation"
            data={prices.map(({ operation: name }) => ({ value: name, label: operationLabel(name) }))}
            value={operation}
            onChange={choose}
          />
          <TextInput
            label={`${unitTitle()} per ${leadUnit(stated ?? tariff ?? perItemTariff(0n))}: ${label}`}
            name="price"
            inputMode="decimal"
            value={price}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
            error={fields.price ?? fields.operation}
          />
          <WholePrice stated={stated} price={price} />
          {stated !== null && price !== textOf(stated) && (
            <Button
              variant="subtle"
              size="xs"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => setTyped(textOf(stated))}
            >
              Use the provider’s price ({formatCredits(leadPrice(stated))})
            </Button>
          )}
          <TextInput
            key={`day of ${operation}`}
            type="date"
            label={`First day of the price: ${label}`}
            description="Empty: from now on"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="firstDay"
            error={fields.firstDay}
          />
        </>
      )}
    </SaveForm>
  )
}

/**
 * Shows what the whole price will be: its other parts change with the one that is typed. It also points out a price of
 * 0, which nobody should set by mistake.
 */
export function WholePrice({ stated, price }: Pick<SettablePrice, 'stated'> & { readonly price: string }) {
  const typed = parseTypedCredits(price)
  const tariff = stated ?? perItemTariff(0n)
  if (typed === null || typed < 0n || !canScaleTariff(tariff, typed)) return null
  return typed === 0n ? (
    <Checkbox key="free" required label="These calls are free: they will be counted as 0." />
  ) : (
    <Text size="sm">The whole price will be: {describeTariff(withLeadPrice(tariff, typed))}.</Text>
  )
}
