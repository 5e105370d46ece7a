import { AppError, type ByOperation, type ErrorCode } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { RequestContext } from '@/lib/platform/process'
import type { DeploymentServices } from '@/lib/upstream/providers'
import type { VerbInput, VerbName } from './verbs'

/** One end of the pipe between the web process and its worker. Messages are cloned: no functions, no classes. */
export interface ProcessLink<Sent, Received> {
  send(message: Sent): void
  onMessage(listener: (message: Received) => void): void
  /** Runs the listener once, when the other process is gone. */
  onClose(listener: () => void): void
}

/** The common part of `process` and a forked child. */
interface Forked {
  readonly connected: boolean
  send?(message: object): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

/**
 * Returns a link's end at a process that was forked, or at its parent. It must be forked with `serialization:
 * 'advanced'`, because amounts are bigints.
 */
export function forkedLink<Sent extends object, Received>(process: Forked): ProcessLink<Sent, Received> {
  return {
    send(message) {
      if (process.connected) process.send?.(message)
    },
    // Both ends are of the same build, so a message has its declared type.
    onMessage: (listener) => void process.on('message', (message) => listener(message as Received)),
    onClose: (listener) => void process.once('disconnect', listener),
  }
}

/** Facts that the web process needs from its worker before it serves anybody. */
export interface WorkerFacts extends DeploymentServices {
  /** Suggested subjects for the built-in sandbox; null if another upstream is in use. */
  readonly suggestions: ByOperation<string> | null
  readonly canMail: boolean
  /** Number of dead processes' attempts that ended as unknown when this one started. */
  readonly recovered: number
}

/** A message from the web process. Both ends are of one build and one start, and nobody else can write to the link. */
export type WorkerRequest =
  | { readonly kind: 'hello' }
  /** Asks whether the worker answers at all; id 0 if nobody waits for this very answer. */
  | { readonly kind: 'ping'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number }
  | {
      readonly kind: 'perform'
      readonly id: number
      /** The visitor's request that it serves. */
      readonly request: RequestContext
      readonly verb: VerbName
      readonly scope: Pick<TeamCtx, 'team' | 'actor'>
      readonly input: VerbInput<VerbName>
    }

/** A message from the worker. */
export type WorkerReply =
  | { readonly kind: 'facts'; readonly facts: WorkerFacts }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }

/** An error for the other process, with its code if it is written for people. */
interface Failure {
  readonly code: ErrorCode | null
  /** Class and code of an error for the log, which distinguish trouble of the database from a fault. */
  readonly kind: { readonly name: string; readonly code?: string } | null
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly stack: string | undefined
}

export function serialiseError(error: unknown): Failure {
  if (error instanceof AppError) {
    return { code: error.code, kind: null, message: error.message, fields: error.fields, stack: undefined }
  }
  const own = error instanceof Error ? error : new Error(String(error))
  const { name, message, stack } = own
  const kind = { name, ...('code' in own && typeof own.code === 'string' && { code: own.code }) }
  return { code: null, kind, message, fields: {}, stack }
}

export function deserialiseError({ code, kind, message, fields, stack }: Failure): Error {
  if (code !== null) return new AppError(code, message, fields)
  return Object.assign(new Error(message), { ...kind, stack })
}
