'use client'

import { Button, Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type Action, type Refusal, RefusalAlert, useAction } from '@/components/forms'

interface SettingsFormProps {
  readonly submitLabel: string
  readonly message: string
  readonly save: Action<FormData>
  /** Empties the fields once they were saved, as for what is added or secret. */
  readonly resets?: boolean
  children(fields: Refusal['fields']): ReactNode
}

/** A small form that saves on its own: refused with what was typed kept, said when it was saved. */
function SettingsForm({ submitLabel, message, save, resets = false, children }: SettingsFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const { call, isPending, refusal } = useAction(save)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { ok } = await call(new FormData(event.currentTarget))
    if (!ok) return
    if (resets) form.current?.reset()
    notifications.show({ message })
    router.refresh()
  }
  return (
    // By post: sent before the script is there, a form would else put a password into the address.
    <form ref={form} method="post" onSubmit={submit} noValidate>
      <Stack gap="sm">
        <RefusalAlert refusal={refusal} />
        {children(refusal?.fields ?? {})}
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? '')

interface TeamFormProps {
  readonly team: { readonly slug: string; readonly name: string; readonly timeZone: string }
  readonly timeZones: readonly string[]
  readonly update: Action<{ team: string; name: string; timeZone: string }>
}

export function TeamForm({ team, timeZones, update }: TeamFormProps) {
  const [timeZone, setTimeZone] = useState(team.timeZone)
  const save = (form: FormData) => update({ team: team.slug, name: text(form, 'name'), timeZone })
  return (
    <SettingsForm submitLabel="Save the team" message="The team was saved." save={save}>
      {(fields) => (
        <>
          <TextInput label="Team name" name="name" defaultValue={team.name} required error={fields.name} />
          <Select
            label="Time zone"
            description="Days, weeks and months of usage are cut here."
            data={[...timeZones]}
            value={timeZone}
            onChange={(value) => setTimeZone(value ?? team.timeZone)}
            searchable
            limit={60}
            allowDeselect={false}
            error={fields.timeZone}
          />
        </>
      )}
    </SettingsForm>
  )
}

interface EnvironmentFormProps<Color extends string> {
  readonly team: string
  readonly colors: readonly Color[]
  readonly create: Action<{ team: string; name: string; color: Color }>
}

export function EnvironmentForm<Color extends string>({ team, colors, create }: EnvironmentFormProps<Color>) {
  const [color, setColor] = useState(colors[0])
  const save: Action<FormData> = async (form) =>
    color ? create({ team, name: text(form, 'name'), color }) : {}
  return (
    <SettingsForm submitLabel="Add the environment" message="The environment was added." save={save} resets>
      {(fields) => (
        <Group align="flex-start">
          <TextInput label="Environment name" name="name" required error={fields.name} />
          <Select
            label="Colour"
            data={[...colors]}
            value={color ?? null}
            onChange={(value) => setColor(colors.find((each) => each === value))}
            allowDeselect={false}
          />
        </Group>
      )}
    </SettingsForm>
  )
}

interface PriceFormProps<Operation extends string> {
  readonly team: string
  readonly operation: Operation
  readonly price: string
  readonly set: Action<{ team: string; operation: Operation; price: string }>
}

export function PriceForm<Operation extends string>({
  team,
  operation,
  price,
  set,
}: PriceFormProps<Operation>) {
  const save = (form: FormData) => set({ team, operation, price: text(form, 'price') })
  return (
    <SettingsForm
      submitLabel={`Set the price of ${operation}`}
      message="The price holds from now on."
      save={save}
    >
      {(fields) => (
        <TextInput
          label={`Credits per item: ${operation}`}
          name="price"
          inputMode="decimal"
          defaultValue={price}
          required
          error={fields.price}
        />
      )}
    </SettingsForm>
  )
}

export function PasswordForm({ change }: { readonly change: Action<{ current: string; password: string }> }) {
  const save = (form: FormData) =>
    change({ current: text(form, 'current'), password: text(form, 'password') })
  return (
    <SettingsForm
      submitLabel="Change the password"
      message="The password was changed; your other sessions have ended."
      save={save}
      resets
    >
      {(fields) => (
        <>
          <PasswordInput
            label="Current password"
            name="current"
            autoComplete="current-password"
            required
            error={fields.current}
          />
          <PasswordInput
            label="New password"
            name="password"
            description="At least 12 characters. Your other sessions end."
            autoComplete="new-password"
            required
            error={fields.password}
          />
        </>
      )}
    </SettingsForm>
  )
}
