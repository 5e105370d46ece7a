import { type RefObject, useEffect, useRef } from 'react'
import type { Refusal } from './action'

/** Moves the focus, after a refusal, to the first field that it names, unless the person has left the form. */
export function useRefusedFocus(refusal: Refusal | null): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const { activeElement: now } = document
    const hasLeft = now !== null && now !== document.body && !form.current?.contains(now)
    if (refusal && !hasLeft) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  return form
}
