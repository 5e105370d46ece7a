'use client'

import { Stack, TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField, FormDrawer } from '@/components/ui'
import { PACK_NAMES, type Pack } from '@/lib/kernel'
import { fieldOf } from './field-of'

interface SetPackPriceProps {
  readonly team: string
  readonly currency: string
  readonly set: Action<{ team: string; pack: Pack; credits: string; cost: string }>
}

/** A button, and the form that it opens. */
export function SetPackPrice({ team, currency, set }: SetPackPriceProps) {
  const save = (form: FormData) => {
    const name = PACK_NAMES.find((each) => each === fieldOf(form, 'pack')) ?? 'Starter'
    return set({ team, pack: name, credits: fieldOf(form, 'credits'), cost: fieldOf(form, 'cost') })
  }
  return (
    <FormDrawer label="Set price" title="Set the price of a pack" size="xs" variant="default">
      <SaveForm submitLabel="Set price" message="The price was set." save={save}>
        {(fields) => (
          <Stack gap="sm">
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
          </Stack>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
