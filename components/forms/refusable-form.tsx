'use client'

import { type MantineSpacing, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Refusal } from '@/components/ui'
import { FieldChangedContext, RefusalAlert } from '@/components/ui'

interface RefusableFormProps {
  readonly refusal: Refusal | null
  readonly gap?: MantineSpacing
  readonly autoComplete?: 'off'
  onSubmit(event: FormEvent<HTMLFormElement>): void
  /** Renders the form's content, given the faults of its fields. */
  children(faults: Refusal['fields']): ReactNode
}

const NONE: Refusal['fields'] = {}

/** Renders a form that says why it was refused. A field's fault disappears when the field of that name is changed. */
export function RefusableForm({ refusal, gap, autoComplete, onSubmit, children }: RefusableFormProps) {
  const form = useRefusedFocus(refusal)
  const [left, setLeft] = useState({ of: refusal, fields: refusal?.fields ?? NONE })
  const faults = left.of === refusal ? left.fields : (refusal?.fields ?? NONE)
  const change = (name: string) => {
    if (!(name in faults)) return
    const { [name]: _, ...fields } = faults
    setLeft({ of: refusal, fields })
  }
  const type = ({ target }: FormEvent<HTMLFormElement>) =>
    target instanceof Element && change(target.getAttribute('name') ?? '')
  return (
    // By POST: if it is sent before the script has loaded, a password must not end up in the URL.
    <form
      ref={form}
      method="post"
      onSubmit={onSubmit}
      onChange={type}
      noValidate
      {...(autoComplete && { autoComplete })}
    >
      <FieldChangedContext value={change}>
        <Stack gap={gap ?? 'md'}>
          <RefusalAlert refusal={refusal} />
          {children(faults)}
        </Stack>
      </FieldChangedContext>
    </form>
  )
}

/** Moves the focus, after a refusal, to the first field that it names, unless the person has left the form. */
function useRefusedFocus(refusal: Refusal | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { activeElement: now } = document
    const hasLeft = now !== null && now !== document.body && !form.current?.contains(now)
    if (refusal && !hasLeft) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  return form
}
