'use client'

import { useCallback, useState } from 'react'
import { type Action, type Refusal, readAnswer } from './action'

export interface CallResult<Data> {
  readonly data: Data | undefined
  readonly ok: boolean
  readonly refusal: Refusal | null
}

export interface ActionCall<Input, Data> {
  readonly isPending: boolean
  /** Why the last call was refused; null before a call and after one that worked. */
  readonly refusal: Refusal | null
  /** Calls the action; answers its data, or undefined when it was refused. What was typed stays. */
  call(input: Input): Promise<CallResult<Data>>
  reset(): void
}

const UNREACHABLE: Refusal = {
  code: 'unreachable',
  message: 'The server could not be reached. What you typed is still here; try again.',
  fields: {},
  requestId: null,
}

/** Calls a server action from a form or button, one call at a time, and keeps why it was refused. */
export function useAction<Input, Data>(action: Action<Input, Data>): ActionCall<Input, Data> {
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const call = useCallback(
    async (input: Input): Promise<CallResult<Data>> => {
      setPending(true)
      setRefusal(null)
      try {
        const answer = readAnswer(await action(input))
        setRefusal(answer.refusal)
        return { ...answer, ok: answer.refusal === null }
      } catch {
        setRefusal(UNREACHABLE)
        return { data: undefined, ok: false, refusal: UNREACHABLE }
      } finally {
        setPending(false)
      }
    },
    [action],
  )
  const reset = useCallback(() => setRefusal(null), [])
  return { isPending, refusal, call, reset }
}
