'use client'

import { type TransitionStartFunction, useOptimistic, useTransition } from 'react'

interface Picked<Value> {
  /** What was picked, also while its page is on the way. */
  readonly shown: Value
  readonly isPending: boolean
  /** How to start the way to the page of a value. */
  startTo(value: Value): TransitionStartFunction
}

/** A value that lives in the address: a pick is shown at once, though its page may take a second. */
export function usePick<Value>(value: Value): Picked<Value> {
  const [isPending, start] = useTransition()
  const [shown, show] = useOptimistic(value)
  const startTo = (next: Value): TransitionStartFunction => {
    return (go) =>
      start(() => {
        show(next)
        return go()
      })
  }
  return { shown, isPending, startTo }
}
