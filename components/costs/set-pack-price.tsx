'use client'

import { Stack } from '@mantine/core'
import { type Action, AmountInput, readsCredits, readsMoney, SaveForm } from '@/components/forms'
import { ChoiceField, FormDrawer } from '@/components/ui'
import { PACK_NAMES, type Pack } from '@/lib/kernel'
import { fieldOf } from './field-of'

interface SetPackPriceProps {
  readonly team: string
  readonly currency: string
  readonly set: Action<{ team: string; pack: Pack; credits: string; cost: string }>
}

/** Renders a button, and the form that it opens. */
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
            <AmountInput
              label="Its credits"
              example="Empty if it has no price."
              name="credits"
              reads={readsCredits}
              error={fields.credits}
            />
            <AmountInput
              label={`Its cost (${currency})`}
              example="Of all its credits."
              name="cost"
              reads={readsMoney(currency)}
              error={fields.cost}
            />
          </Stack>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
