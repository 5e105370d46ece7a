'use client'

import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { Dialog } from '@/components/ui'
import type { Action } from './action'
import { formFieldText } from './field-of'
import { SaveForm } from './save-form'

interface NameDialogProps<Data>
  extends Pick<ComponentProps<typeof Dialog>, 'isOpen' | 'returnTo' | 'onClose'> {
  readonly title: string
  readonly submitLabel: string
  readonly description?: string
  /** Its current name, if it has one. */
  readonly name?: string
  readonly save: Action<string, Data>
  /** Continues after the dialog has closed. */
  onDone(data: Data | undefined): void
}

/** Asks for the name of something new, or for another name. */
export function NameDialog<Data>(props: NameDialogProps<Data>) {
  const { title, submitLabel, description, name, save, onDone, ...dialog } = props
  return (
    <Dialog title={title} {...dialog}>
      <SaveForm
        submitLabel={submitLabel}
        save={(form) => save(formFieldText(form, 'name'))}
        onDone={(data) => {
          dialog.onClose()
          onDone(data)
        }}
      >
        {(errors) => (
          <TextInput
            label="Name"
            name="name"
            description={description}
            defaultValue={name}
            required
            data-autofocus
            error={errors.name}
          />
        )}
      </SaveForm>
    </Dialog>
  )
}

interface NameDialogButtonProps<Data>
  extends Omit<NameDialogProps<Data>, 'isOpen' | 'returnTo' | 'onClose' | 'submitLabel'> {
  readonly label: string
}

/** Renders a button, and the dialog that it opens. */
export function NameDialogButton<Data>({ label, ...asked }: NameDialogButtonProps<Data>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>{label}</Button>
      <NameDialog {...asked} submitLabel={label} isOpen={isOpen} onClose={close} />
    </>
  )
}
