'use client'

import { Group, TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { OPERATIONS, type Operation } from '@/lib/kernel'
import { text } from './form-text'

interface PriceFormProps {
  readonly team: string
  readonly operation: Operation
  readonly price: string
  readonly set: Action<{ team: string; operation: Operation; price: string; firstDay: string }>
}

export function PriceForm({ team, operation, price, set }: PriceFormProps) {
  const { label } = OPERATIONS[operation]
  const save = (form: FormData) =>
    set({ team, operation, price: text(form, 'price'), firstDay: text(form, 'firstDay') })
  return (
    <SaveForm submitLabel={`Set the price: ${label}`} message="The price was set." save={save}>
      {(fields) => (
        <Group align="flex-start">
          <TextInput
            label={`Credits per item: ${label}`}
            name="price"
            inputMode="decimal"
            defaultValue={price}
            required
            error={fields.price}
          />
          <TextInput
            type="date"
            label={`First day of the price: ${label}`}
            description="Empty: from now on"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="firstDay"
            error={fields.firstDay}
          />
        </Group>
      )}
    </SaveForm>
  )
}
