'use client'

import { type TransitionStartFunction, useOptimistic, useTransition } from 'react'

interface Picked<Value> {
  /** The picked value, even while its page is loading. */
  readonly shown: Value
  readonly isPending: boolean
  /** Returns a transition to the page of a value. */
  startTo(value: Value): TransitionStartFunction
}

/** Holds a value that lives in the URL: a pick is shown at once, although its page may take a second. */
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
