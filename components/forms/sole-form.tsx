'use client'

import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { Refusal } from '@/components/ui'
import { type Action, useAction } from './action'
import { RefusableForm } from './refusable-form'

interface SoleFormProps<Input, Data> {
  readonly submitLabel: string
  readonly send: Action<Input, Data>
  /** Reads what was typed. */
  read(form: FormData): Input
  /** Continues after it was accepted. */
  onDone(input: Input, data: Data | undefined): void | Promise<void>
  children(fields: Refusal['fields']): ReactNode
}

/** Renders the one form of a page, which continues once it was accepted. On a refusal typed values stay. */
export function SinglePageForm<Input, Data>({
  submitLabel,
  send,
  read,
  onDone,
  children,
}: SoleFormProps<Input, Data>) {
  const { call, isPending, refusal } = useAction(send)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = read(new FormData(event.currentTarget))
    const { ok, data } = await call(input)
    if (ok) await onDone(input, data)
  }
  return (
    <RefusableForm refusal={refusal} onSubmit={submit}>
      {(faults) => (
        <>
          {children(faults)}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </>
      )}
    </RefusableForm>
  )
}
