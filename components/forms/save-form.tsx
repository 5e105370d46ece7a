'use client'

import { Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { DrawerCloseContext, type Refusal } from '@/components/ui'
import { type Action, useAction } from './action'
import { RefusableForm } from './refusable-form'

interface SaveFormProps<Data> {
  readonly submitLabel: string
  /** Accessible name of the button, with what it acts on, if a page has several of these forms. */
  readonly submitName?: string
  /** Says that it was done. */
  readonly message?: string
  readonly save: Action<FormData, Data>
  /** Empties the fields after saving, for values that are added or secret. */
  readonly resets?: boolean
  /** Puts the button beside its one field. */
  readonly isRow?: boolean
  /** Other actions, beside the button of a row. */
  readonly beside?: ReactNode
  /** Continues after it was accepted, for the one form of a page or dialog. Without it, its drawer closes. */
  onDone?(data: Data | undefined, form: FormData): unknown
  children(fields: Refusal['fields']): ReactNode
}

/** Renders a form that saves on its own. On a refusal typed values stay; on success it says so. */
export function SaveForm<Data>({
  submitLabel,
  submitName,
  message,
  save,
  resets = false,
  isRow = false,
  beside,
  onDone,
  children,
}: SaveFormProps<Data>) {
  const closeDrawer = useContext(DrawerCloseContext)
  const { call, isPending, refusal } = useAction(save, message)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const { ok, data } = await call(typed)
    if (!ok) return
    if (resets) form.reset()
    if (onDone) await onDone(data, typed)
    else closeDrawer?.()
  }
  const button = (
    <Button type="submit" aria-label={submitName} loading={isPending}>
      {submitLabel}
    </Button>
  )
  return (
    <RefusableForm refusal={refusal} gap={isRow ? 'xs' : onDone ? 'md' : 'sm'} onSubmit={submit}>
      {(faults) =>
        isRow ? (
          <Group align="flex-end" gap="xs">
            {children(faults)}
            <Group gap="xs" wrap="nowrap">
              {button}
              {beside}
            </Group>
          </Group>
        ) : (
          <>
            {children(faults)}
            {onDone ? button : <Group>{button}</Group>}
          </>
        )
      }
    </RefusableForm>
  )
}
