'use client'

import { Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ChoiceField } from '@/components/ui'

interface TeamStepProps {
  readonly timeZones: readonly string[]
  readonly create: Action<{ name: string; timeZone: string }, { slug: string }>
  onCreated(slug: string): void
}

/** The team's name and time zone; it suggests the browser's own zone. */
export function TeamStep({ timeZones, create, onCreated }: TeamStepProps) {
  const { call, isPending, refusal } = useAction(create)
  const [timeZone, setTimeZone] = useState<string | null>(null)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    setTimeZone((chosen) => chosen ?? (timeZones.includes(own) ? own : 'UTC'))
  }, [timeZones])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    const { data } = await call({ name, timeZone: timeZone ?? 'UTC' })
    if (data) onCreated(data.slug)
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput label="Team name" name="name" required error={refusal?.fields.name} />
        <ChoiceField
          label="Time zone"
          description="Days, weeks and months of usage begin and end in this zone. It can be changed later."
          data={[...timeZones]}
          value={timeZone}
          onChange={setTimeZone}
          searchable
          required
          limit={60}
          allowDeselect={false}
          error={refusal?.fields.timeZone}
        />
        <Button type="submit" loading={isPending}>
          Create the team
        </Button>
      </Stack>
    </form>
  )
}
