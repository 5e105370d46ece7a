'use client'

import { useAction as useSafeAction } from 'next-safe-action/hooks'
import { useCallback, useMemo } from 'react'
import { type Action, askAction, type CallResult, type Refusal, refusalOf, UNREACHABLE } from './action'

export interface ActionCall<Input, Data> {
  readonly isPending: boolean
  /** Reason for the last refusal; null before a call and after one that worked. */
  readonly refusal: Refusal | null
  /** Calls the action. Returns its data, or undefined if it was refused. What was typed stays. */
  call(input: Input): Promise<CallResult<Data>>
  reset(): void
}

/** Calls a server action from a form or button, one call at a time, and keeps the reason for a refusal. */
export function useAction<Input, Data>(action: Action<Input, Data>): ActionCall<Input, Data> {
  const { executeAsync, result, isExecuting, hasErrored, reset } = useSafeAction(action)
  const call = useCallback((input: Input) => askAction(executeAsync, input), [executeAsync])
  const refusal = useMemo(
    () => (hasErrored ? (refusalOf(result) ?? UNREACHABLE) : null),
    [hasErrored, result],
  )
  return { isPending: isExecuting, refusal, call, reset }
}
