'use client'

import { Button, Group, Stack } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useContext } from 'react'
import { DrawerClose, tell, useKeptFocus } from '@/components/ui'
import type { Action, Refusal } from './action'
import { RefusalAlert } from './refusal-alert'
import { useAction } from './use-action'
import { useRefusedFocus } from './use-refused-focus'

interface SaveFormProps {
  readonly submitLabel: string
  /** The button's name with what it acts on, where a page has several of these forms. */
  readonly submitName?: string
  readonly message: string
  readonly save: Action<FormData>
  /** Empties the fields after saving, for values that are added or secret. */
  readonly resets?: boolean
  /** Puts the button beside its one field. */
  readonly isRow?: boolean
  children(fields: Refusal['fields']): ReactNode
}

/** A small form that saves on its own. On a refusal typed values stay; on success it says so, and closes its drawer. */
export function SaveForm({
  submitLabel,
  submitName,
  message,
  save,
  resets = false,
  isRow = false,
  children,
}: SaveFormProps) {
  const router = useRouter()
  const closeDrawer = useContext(DrawerClose)
  const { call, isPending, refusal } = useAction(save)
  const kept = useKeptFocus(isPending)
  const form = useRefusedFocus(refusal)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { ok } = await call(new FormData(event.currentTarget))
    if (!ok) return
    if (resets) form.current?.reset()
    tell(message)
    closeDrawer?.()
    router.refresh()
  }
  const fields = children(refusal?.fields ?? {})
  const button = (
    // A drawer has one action, a page has several forms.
    <Button
      ref={kept.button}
      type="submit"
      aria-label={submitName}
      variant={closeDrawer ? 'filled' : 'default'}
      loading={isPending}
    >
      {submitLabel}
    </Button>
  )
  return (
    // By POST: if it is sent before the script is loaded, a password must not end up in the address.
    <form ref={form} method="post" onSubmit={submit} noValidate>
      <Stack gap={isRow ? 'xs' : 'sm'}>
        <RefusalAlert refusal={refusal} />
        {isRow ? (
          <Group align="flex-end" gap="xs">
            {fields}
            {button}
          </Group>
        ) : (
          <>
            {fields}
            <Group>{button}</Group>
          </>
        )}
      </Stack>
    </form>
  )
}
