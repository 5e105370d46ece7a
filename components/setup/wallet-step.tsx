'use client'

import { Text, TextInput } from '@mantine/core'
import { type Action, askAction, SoleForm } from '@/components/forms'
import { readService, type ServiceChoice, ServiceFields, type ServiceOption } from '@/components/provider'

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
  /** Sends the choice. Null keeps the service as it is. */
  const send: Action<{ chosen: ServiceChoice | null; name: string }> = async ({ chosen, name }) => {
    const refusal = chosen && (await askAction(chooseService, chosen)).refusal
    return refusal ? { serverError: refusal } : create({ team, name })
  }
  const read = (form: FormData) => {
    const isKept = form.get('service') === service && form.get('baseUrl') === null
    return { chosen: isKept ? null : readService(team, services, form), name: String(form.get('name')) }
  }
  return (
    <SoleForm submitLabel="Add wallet" send={send} read={read} onDone={onCreated}>
      {(fields) => (
        <>
          <ServiceFields options={services} chosen={service} errors={fields} />
          <TextInput
            label="Wallet name"
            name="name"
            description="A wallet is the balance that you bought there. One or more keys draw on it, usually one for each environment."
            defaultValue="Main"
            required
            error={fields.name}
          />
          <Text size="sm" c="dimmed">
            The service can be changed later.
          </Text>
        </>
      )}
    </SoleForm>
  )
}
