'use client'

import { Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useKeptFocus } from '@/components/ui'
import type { Action, Refusal } from './action'
import { RefusalAlert } from './refusal-alert'
import { useAction } from './use-action'
import { useRefusedFocus } from './use-refused-focus'

interface SoleFormProps<Input, Data> {
  readonly submitLabel: string
  readonly send: Action<Input, Data>
  /** Reads what was typed. */
  read(form: FormData): Input
  /** Leads on, after it was taken. */
  onDone(input: Input, data: Data | undefined): void | Promise<void>
  children(fields: Refusal['fields']): ReactNode
}

/** The one form of a page, which leads on when it was taken. On a refusal typed values stay. */
export function SoleForm<Input, Data>({
  submitLabel,
  send,
  read,
  onDone,
  children,
}: SoleFormProps<Input, Data>) {
  const { call, isPending, refusal } = useAction(send)
  const { button } = useKeptFocus(isPending)
  const form = useRefusedFocus(refusal)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = read(new FormData(event.currentTarget))
    const { ok, data } = await call(input)
    if (ok) await onDone(input, data)
  }
  return (
    // By POST: if it is sent before the script is loaded, a password must not end up in the address.
    <form ref={form} method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        {children(refusal?.fields ?? {})}
        <Button ref={button} type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
