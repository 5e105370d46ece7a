'use client'

import { Group, TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { text } from './form-text'

interface PriceFormProps<Operation extends string> {
  readonly team: string
  readonly operation: Operation
  readonly price: string
  readonly set: Action<{ team: string; operation: Operation; price: string; firstDay: string }>
}

export function PriceForm<Operation extends string>({
  team,
  operation,
  price,
  set,
}: PriceFormProps<Operation>) {
  const save = (form: FormData) =>
    set({ team, operation, price: text(form, 'price'), firstDay: text(form, 'firstDay') })
  return (
    <SaveForm submitLabel={`Set the price of ${operation}`} message="The price was set." save={save}>
      {(fields) => (
        <Group align="flex-start">
          <TextInput
            label={`Credits per item: ${operation}`}
            name="price"
            inputMode="decimal"
            defaultValue={price}
            required
            error={fields.price}
          />
          <TextInput
            type="date"
            label={`First day of the price of ${operation}`}
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
