'use client'

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import {
  type ByOperation,
  isOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  unitTitle,
} from '@/lib/kernel'
import { text } from './form-text'

interface PriceFormProps {
  readonly team: string
  /** What each costs now; empty where nobody knows. */
  readonly prices: ByOperation<string>
  /** What a price is for. */
  readonly units: ByOperation<'item' | 'call'>
  readonly set: Action<{ team: string; operation: Operation; price: string; firstDay: string }>
}

/** Sets what an item of an operation costs, from now or from a day on. */
export function PriceForm({ team, prices, units, set }: PriceFormProps) {
  const [operation, setOperation] = useState<Operation>('timeline')
  const { label } = OPERATIONS[operation]
  const save = (form: FormData) =>
    set({ team, operation, price: text(form, 'price'), firstDay: text(form, 'firstDay') })
  return (
    <SaveForm submitLabel={`Set price: ${label}`} message="The price was set." save={save}>
      {(fields) => (
        <>
          <ChoiceField
            label="Operation"
            data={OPERATION_NAMES.map((name) => ({ value: name, label: OPERATIONS[name].label }))}
            value={operation}
            onChange={(name) => name !== null && isOperation(name) && setOperation(name)}
            allowDeselect={false}
          />
          <TextInput
            key={`price of ${operation}`}
            label={`${unitTitle()} per ${units[operation]}: ${label}`}
            name="price"
            inputMode="decimal"
            defaultValue={prices[operation]}
            required
            error={fields.price}
          />
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
