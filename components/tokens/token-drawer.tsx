'use client'

import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { OpenedDialog, ShownOnce } from '@/components/ui'
import type { TokenView } from '@/lib/teams/tokens'

type Permission = TokenView['permissions'][number]

interface NewTokenFields {
  readonly team: string
  readonly name: string
  readonly permissions: Permission[]
  readonly expiresInDays: string
}

export interface TokenDrawerProps {
  readonly team: string
  /** Everything that a token can be permitted, with words for it. */
  readonly permissions: readonly { readonly name: Permission; readonly label: string }[]
  readonly create: Action<NewTokenFields, { text: string }>
  readonly isOpen: boolean
  onClose(): void
}

/** Renders the form of a new token, and then its text, which is shown until the drawer closes and never again. */
export function TokenDrawer({ team, permissions, create, isOpen, onClose }: TokenDrawerProps) {
  const router = useRouter()
  const [text, setText] = useState<string | null>(null)
  const isForm = text === null
  const read = (form: FormData): NewTokenFields => ({
    team,
    name: formFieldText(form, 'name'),
    permissions: permissions
      .map(({ name }) => name)
      .filter((name) => form.getAll('permissions').includes(name)),
    expiresInDays: formFieldText(form, 'expiresInDays').trim(),
  })
  return (
    <OpenedDialog
      place="side"
      keepsDraft
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setText(null)}
      title={isForm ? 'Create a token' : 'Copy the token now'}
      isKept={!isForm}
    >
      {isForm ? (
        <SaveForm
          submitLabel="Create token"
          save={(form) => create(read(form))}
          onDone={(made) => {
            if (made) setText(made.text)
            router.refresh()
          }}
        >
          {(errors) => (
            <>
              <TextInput label="Name" description="What uses it." name="name" required error={errors.name} />
              <TextInput
                label="Days until it expires"
                description="Empty: never."
                name="expiresInDays"
                inputMode="numeric"
                defaultValue="365"
                error={errors.expiresInDays}
              />
              <Checkbox.Group label="What it may do" error={errors.permissions}>
                <Stack gap="xs" my="xs">
                  {permissions.map(({ name, label }) => (
                    <Checkbox key={name} name="permissions" value={name} label={label} description={name} />
                  ))}
                </Stack>
              </Checkbox.Group>
            </>
          )}
        </SaveForm>
      ) : (
        <Stack>
          <ShownOnce title="Token" text={text} copyLabel="Copy the token" takesFocus>
            It is shown only once. Put it where the program keeps its secrets; create another one if you lose
            it.
          </ShownOnce>
          <Group>
            <Button onClick={onClose}>I have copied it</Button>
          </Group>
        </Stack>
      )}
    </OpenedDialog>
  )
}
