'use client'

import { Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { DrawerCloseContext, type Refusal } from '@/components/ui'
import { type Action, useAction } from './action'
import { RefusableForm } from './refusable-form'

interface SaveFormProps {
  readonly submitLabel: string
  /** Accessible name of the button, with what it acts on, if a page has several of these forms. */
  readonly submitName?: string
  readonly message: string
  readonly save: Action<FormData>
  /** Empties the fields after saving, for values that are added or secret. */
  readonly resets?: boolean
  /** Puts the button beside its one field. */
  readonly isRow?: boolean
  /** Other actions, beside the button of a row. */
  readonly beside?: ReactNode
  children(fields: Refusal['fields']): ReactNode
}

/**
 * Renders a small form that saves on its own. On a refusal typed values stay; on success it says so, and closes its
 * drawer.
 */
export function SaveForm({
  submitLabel,
  submitName,
  message,
  save,
  resets = false,
  isRow = false,
  beside,
  children,
}: SaveFormProps) {
  const closeDrawer = useContext(DrawerCloseContext)
  const { call, isPending, refusal } = useAction(save, message)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { ok } = await call(new FormData(form))
    if (!ok) return
    if (resets) form.reset()
    closeDrawer?.()
  }
  const button = (
    // A drawer has one action, a page has several forms.
    <Button
      type="submit"
      aria-label={submitName}
      variant={closeDrawer ? 'filled' : 'default'}
      loading={isPending}
    >
      {submitLabel}
    </Button>
  )
  return (
    <RefusableForm refusal={refusal} gap={isRow ? 'xs' : 'sm'} onSubmit={submit}>
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
            <Group>{button}</Group>
          </>
        )
      }
    </RefusableForm>
  )
}
