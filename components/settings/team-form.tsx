'use client'

import { TextInput } from '@mantine/core'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'

interface TeamFormProps {
  readonly team: { readonly slug: string; readonly name: string; readonly timeZone: string }
  readonly timeZones: readonly string[]
  readonly update: Action<{ team: string; name: string; timeZone: string }>
}

export function TeamForm({ team, timeZones, update }: TeamFormProps) {
  const save = (form: FormData) =>
    update({ team: team.slug, name: formFieldText(form, 'name'), timeZone: formFieldText(form, 'timeZone') })
  return (
    <SaveForm submitLabel="Save" submitName="Save team" message="The team was saved." save={save}>
      {(fields) => (
        <>
          <TextInput label="Team name" name="name" defaultValue={team.name} required error={fields.name} />
          <ChoiceField
            label="Time zone"
            name="timeZone"
            description="Days, weeks and months of usage begin and end in this zone."
            data={[...timeZones]}
            defaultValue={team.timeZone}
            searchable
            limit={60}
            error={fields.timeZone}
          />
        </>
      )}
    </SaveForm>
  )
}
