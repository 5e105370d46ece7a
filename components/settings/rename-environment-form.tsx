'use client'

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import { text } from './form-text'

interface RenameEnvironmentFormProps {
  readonly team: string
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly rename: Action<{ team: string; environmentId: string; name: string }>
}

/** Renames one of the environments. */
export function RenameEnvironmentForm({ team, environments, rename }: RenameEnvironmentFormProps) {
  const [chosen, setChosen] = useState(environments[0])
  const save: Action<FormData> = async (form) =>
    chosen ? rename({ team, environmentId: chosen.id, name: text(form, 'name') }) : {}
  return (
    <SaveForm submitLabel="Rename environment" message="The environment was renamed." save={save}>
      {(fields) => (
        <>
          <ChoiceField
            label="Environment"
            data={environments.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen?.id ?? null}
            onChange={(id) => setChosen(environments.find((one) => one.id === id))}
            allowDeselect={false}
          />
          <TextInput
            key={chosen?.id}
            label="New name"
            name="name"
            description="Past calls keep the name that it had."
            defaultValue={chosen?.name ?? ''}
            required
            error={fields.name}
          />
        </>
      )}
    </SaveForm>
  )
}
