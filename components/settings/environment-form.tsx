'use client'

import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { ChoiceField, shadeOf } from '@/components/ui'

interface EnvironmentFormProps<Color extends string> {
  readonly team: string
  readonly colors: readonly Color[]
  /** Colours of the existing environments. */
  readonly used: readonly string[]
  readonly create: Action<{ team: string; name: string; color: Color }>
}

/** Returns a colour for each distinguishable shade, named as it looks; those that no environment has come first. */
export function colorChoices<Color extends string>(colors: readonly Color[], used: readonly string[]) {
  const taken = new Set(used.map(shadeOf))
  const choices = colors.flatMap((value) => {
    const shade = shadeOf(value)
    return shade === undefined ? [] : [{ value, label: shade, isTaken: taken.has(shade) }]
  })
  const first = choices.filter(({ label }, at) => choices.findIndex((one) => one.label === label) === at)
  return first.toSorted((a, b) => Number(a.isTaken) - Number(b.isTaken))
}

/** Adds an environment. */
export function EnvironmentForm<Color extends string>({
  team,
  colors,
  used,
  create,
}: EnvironmentFormProps<Color>) {
  const choices = colorChoices(colors, used)
  const [color, setColor] = useState(choices[0]?.value)
  const save: Action<FormData> = async (form) =>
    color ? create({ team, name: formFieldText(form, 'name'), color }) : {}
  return (
    <SaveForm submitLabel="Add environment" message="The environment was added." save={save} resets>
      {(fields) => (
        <Group align="flex-start">
          <TextInput label="Environment name" name="name" required error={fields.name} />
          <ChoiceField
            label="Colour"
            data={choices.map(({ value, label }) => ({ value, label }))}
            value={color ?? null}
            onChange={(value) => setColor(colors.find((each) => each === value))}
          />
        </Group>
      )}
    </SaveForm>
  )
}

interface RenameEnvironmentFormProps {
  readonly team: string
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly rename: Action<{ team: string; environmentId: string; name: string }>
}

/** Renames one of the environments. */
export function RenameEnvironmentForm({ team, environments, rename }: RenameEnvironmentFormProps) {
  const [chosen, setChosen] = useState(environments[0])
  const save: Action<FormData> = async (form) =>
    chosen ? rename({ team, environmentId: chosen.id, name: formFieldText(form, 'name') }) : {}
  return (
    <SaveForm submitLabel="Rename environment" message="The environment was renamed." save={save}>
      {(fields) => (
        <>
          <ChoiceField
            label="Environment"
            data={environments.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen?.id ?? null}
            onChange={(id) => setChosen(environments.find((one) => one.id === id))}
          />
          <TextInput
            key={chosen?.id}
            label="New name"
            name="name"
            description="Past calls keep the old name."
            defaultValue={chosen?.name ?? ''}
            required
            error={fields.name}
          />
        </>
      )}
    </SaveForm>
  )
}
