'use client'

import { useRouter } from 'next/navigation'
import { type SingleInputActionFn, useAction as useSafeAction } from 'next-safe-action/hooks'
import { useCallback, useMemo } from 'react'
import { type Refusal, showMessage } from '@/components/ui'

/** Faults of an input, in its own shape: `_errors` for the whole, and each field's by its name. */
interface Faults {
  readonly [field: string]: Faults | readonly (Faults | string)[] | undefined
}

/** A schema by its input: the library types its actions by schemas and does not export their type. */
interface SchemaOf<Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: unknown }
    readonly types?: { readonly input: Input; readonly output: unknown }
  }
}

/** A server action in the form that a view takes. */
export type Action<Input, Data = unknown> = SingleInputActionFn<Refusal, SchemaOf<Input>, Faults, Data>

/** The data of an action's answer, or why there is none. */
export interface CallResult<Data> {
  readonly data: Data | undefined
  readonly ok: boolean
  readonly refusal: Refusal | null
}

const UNREACHABLE: Refusal = {
  code: 'unreachable',
  message: 'The server could not be reached. What you typed is still here; try again.',
  fields: {},
  requestId: null,
}

interface Failed {
  readonly serverError?: Refusal | undefined
  readonly validationErrors?: Faults | undefined
}

/** Calls an action. Does not throw: an unreachable server is a refusal too. */
export async function callAction<Input, Data>(
  action: Action<Input, Data>,
  ...[input]: Parameters<Action<Input, Data>>
): Promise<CallResult<Data>> {
  try {
    const { data, ...answer } = (await action(input)) ?? {}
    const refusal = refusalOf(answer)
    return { data, ok: refusal === null, refusal }
  } catch {
    return { data: undefined, ok: false, refusal: UNREACHABLE }
  }
}

/** Reads what a route answers as JSON. Does not throw, like `callAction`, but waits for no action before it. */
export async function callRoute<Data>(
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<CallResult<Data>> {
  try {
    const answer = await fetch(`${path}?${new URLSearchParams(query)}`)
    const body = await answer.json()
    if (answer.ok) return { data: body, ok: true, refusal: null }
    const { error: code, message, requestId = null } = body
    return { data: undefined, ok: false, refusal: { code, message, fields: {}, requestId } }
  } catch {
    return { data: undefined, ok: false, refusal: UNREACHABLE }
  }
}

/** Converts a failure to a refusal. Input that did not fit the schema becomes one with its fields. */
function refusalOf({ serverError, validationErrors }: Failed): Refusal | null {
  if (serverError) return serverError
  if (!validationErrors) return null
  const { _errors: whole, ...fields } = validationErrors
  const told = Object.entries(fields).flatMap(([name, faults]) => {
    const first = firstOf(faults)
    return first === undefined ? [] : [[name, first] as const]
  })
  return {
    code: 'invalid',
    message: firstOf(whole) ?? 'Fix the highlighted fields.',
    fields: Object.fromEntries(told),
    requestId: null,
  }
}

/** Returns the first fault of a field or of a part of it: a list element's fault is reported at the list. */
function firstOf(faults: Faults[string]): string | undefined {
  if (faults === undefined) return undefined
  for (const part of Object.values(faults)) {
    const first = typeof part === 'string' ? part : firstOf(part)
    if (first !== undefined) return first
  }
  return undefined
}

export interface ActionCall<Input, Data> {
  readonly isPending: boolean
  /** Reason for the last refusal; null before a call and after one that worked. */
  readonly refusal: Refusal | null
  /** Calls the action. Returns its data, or undefined if it was refused. What was typed stays. */
  call(input: Input): Promise<CallResult<Data>>
  reset(): void
}

/**
 * Calls a server action from a form or button, one call at a time, and keeps the reason for a refusal. With `done` it
 * says that the act was done, and refreshes the page, which shows it.
 */
export function useAction<Input, Data>(action: Action<Input, Data>, done?: string): ActionCall<Input, Data> {
  const router = useRouter()
  const { executeAsync, result, isExecuting, hasErrored, reset } = useSafeAction(action)
  const call = useCallback(
    async (input: Input) => {
      const called = await callAction(executeAsync, input)
      if (called.ok && done !== undefined) {
        showMessage(done)
        router.refresh()
      }
      return called
    },
    [executeAsync, router, done],
  )
  const refusal = useMemo(
    () => (hasErrored ? (refusalOf(result) ?? UNREACHABLE) : null),
    [hasErrored, result],
  )
  return { isPending: isExecuting, refusal, call, reset }
}
