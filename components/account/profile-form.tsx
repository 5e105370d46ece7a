'use client'

import { TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'

/** Edits the person's own name, as everybody in their teams sees it. */
export function ProfileForm({
  name,
  change,
}: {
  readonly name: string
  readonly change: Action<{ name: string }>
}) {
  return (
    <SaveForm
      submitLabel="Save name"
      message="The name was changed."
      save={(form) => change({ name: String(form.get('name') ?? '') })}
      isRow
    >
      {(fields) => (
        <TextInput
          label="Your name"
          name="name"
          defaultValue={name}
          autoComplete="name"
          required
          error={fields.name}
        />
      )}
    </SaveForm>
  )
}
