'use client'

import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Action, SoleForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'

interface TeamStepProps {
  readonly timeZones: readonly string[]
  readonly create: Action<{ name: string; timeZone: string }, { slug: string }>
  onCreated(slug: string): void
}

/** Asks for the team's name and time zone, suggesting the browser's own zone. */
export function TeamStep({ timeZones, create, onCreated }: TeamStepProps) {
  const [timeZone, setTimeZone] = useState<string | null>(null)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    setTimeZone((chosen) => chosen ?? (timeZones.includes(own) ? own : 'UTC'))
  }, [timeZones])
  return (
    <SoleForm
      submitLabel="Create team"
      send={create}
      read={(form) => ({ name: String(form.get('name')), timeZone: timeZone ?? 'UTC' })}
      onDone={(_, data) => data && onCreated(data.slug)}
    >
      {(fields) => (
        <>
          <TextInput
            label="Team name"
            description="A team shares its keys, searches and results."
            name="name"
            required
            error={fields.name}
          />
          <ChoiceField
            label="Time zone"
            name="timeZone"
            description="Days, weeks and months of usage begin and end in this zone. It can be changed later."
            data={[...timeZones]}
            value={timeZone}
            onChange={setTimeZone}
            searchable
            required
            limit={60}
            allowDeselect={false}
            error={fields.timeZone}
          />
        </>
      )}
    </SoleForm>
  )
}
