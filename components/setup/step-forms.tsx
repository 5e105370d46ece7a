'use client'

import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Action, callAction, formFieldText, SaveForm } from '@/components/forms'
import {
  readServiceChoice,
  type ServiceChoice,
  ServiceFields,
  type ServiceOption,
} from '@/components/provider'
import { ChoiceField, Dimmed } from '@/components/ui'

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
    <SaveForm
      submitLabel="Create team"
      save={(form) => create({ name: formFieldText(form, 'name'), timeZone: timeZone ?? 'UTC' })}
      onDone={(data) => data && onCreated(data.slug)}
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
            error={fields.timeZone}
          />
        </>
      )}
    </SaveForm>
  )
}

interface WalletStepProps {
  readonly team: string
  readonly services: readonly ServiceOption[]
  /** Initial service. */
  readonly service: string
  readonly chooseService: Action<ServiceChoice>
  readonly create: Action<{ team: string; name: string }>
  onCreated(): void
}

/** Asks for the service, and for the first wallet: a name for the balance that keys draw on. */
export function WalletStep({ team, services, service, chooseService, create, onCreated }: WalletStepProps) {
  const save: Action<FormData> = async (form) => {
    const isKept = form.get('service') === service && form.get('baseUrl') === null
    const chosen = isKept ? null : readServiceChoice(team, services, form)
    const refusal = chosen && (await callAction(chooseService, chosen)).refusal
    return refusal ? { serverError: refusal } : create({ team, name: formFieldText(form, 'name') })
  }
  return (
    <SaveForm submitLabel="Add wallet" save={save} onDone={onCreated}>
      {(fields) => (
        <>
          <ServiceFields options={services} chosen={service} errors={fields} />
          <TextInput
            label="Wallet name"
            name="name"
            description="A wallet is the balance you bought there. One or more keys draw on it, usually one per environment."
            defaultValue="Main"
            required
            error={fields.name}
          />
          <Dimmed>The service can be changed later.</Dimmed>
        </>
      )}
    </SaveForm>
  )
}
