'use client'

import { Group, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'

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
    <SaveForm submitLabel="Save the team" message="The team was saved." save={save}>
      {(fields) => (
        <>
          <TextInput label="Team name" name="name" defaultValue={team.name} required error={fields.name} />
          <Select
            label="Time zone"
            description="Days, weeks and months of usage begin and end in this zone."
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
    </SaveForm>
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
    <SaveForm submitLabel="Add the environment" message="The environment was added." save={save} resets>
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
    </SaveForm>
  )
}

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

export function PasswordForm({ change }: { readonly change: Action<{ current: string; password: string }> }) {
  const save = (form: FormData) =>
    change({ current: text(form, 'current'), password: text(form, 'password') })
  return (
    <SaveForm
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
    </SaveForm>
  )
}
