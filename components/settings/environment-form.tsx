'use client'

import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import { text } from './form-text'

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
          <ChoiceField
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
