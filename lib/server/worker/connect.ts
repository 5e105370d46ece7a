import { AppError, type Clock } from '@/lib/kernel'
import type { MetricTexts } from '@/lib/platform/metrics'
import { currentRequest, runStage } from '@/lib/platform/process'
import {
  deserialiseError,
  type ProcessLink,
  type WorkerFacts,
  type WorkerReply,
  type WorkerRequest,
} from './link'
import type { VerbName, VerbResult, Worker } from './verbs'

export interface ConnectedWorker {
  readonly worker: Worker
  readonly facts: WorkerFacts
  /** Returns whether anybody waits for an answer. */
  isBusy(): boolean
}

interface PendingCall {
  readonly since: number
  readonly maxMs: number
  /** Creates the error for a call that gets no answer. */
  noAnswer(): Error
  resolve(result: unknown): void
  reject(error: Error): void
}

const GONE = 'Purser is stopping. Reload in a moment to see what was done.'
const SILENT = 'Purser’s worker does not answer.'

/** Interval of questions whether the worker still exists, while anybody waits. */
const LOOK_MS = 5000
/**
 * Number of checks without a sign of the worker after which waiting ends. Counted, not timed, because this process may
 * itself have been suspended.
 */
const SILENT_LOOKS = 4

/** Connects to the worker at the other end of a link. Resolves when it has answered. */
export function connectToWorker(
  link: ProcessLink<WorkerRequest, WorkerReply>,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): Promise<ConnectedWorker> {
  const waiting = new Map<number, PendingCall>()
  let last = 0
  let silentLooks = 0
  let isWatching = false

  /** Ends calls that get no answer. It runs only while anybody waits. */
  async function watch(): Promise<void> {
    if (isWatching) return
    isWatching = true
    silentLooks = 0
    while (waiting.size > 0) {
      link.send({ kind: 'ping', id: 0 })
      await clock.sleep(LOOK_MS)
      silentLooks++
      for (const [id, call] of waiting) {
        const hasTime = clock.monotonic() - call.since < call.maxMs
        if (hasTime && silentLooks < SILENT_LOOKS) continue
        waiting.delete(id)
        call.reject(call.noAnswer())
      }
    }
    isWatching = false
  }
  const ask = (
    call: Pick<PendingCall, 'maxMs' | 'noAnswer' | 'resolve' | 'reject'>,
    question: (id: number) => WorkerRequest,
  ): void => {
    const id = ++last
    waiting.set(id, { ...call, since: clock.monotonic() })
    link.send(question(id))
    void watch()
  }
  const worker: Worker = {
    perform: (verb, { team, actor }, input) =>
      runStage(
        'perform',
        () =>
          new Promise((resolve, reject) => {
            ask(
              {
                maxMs: limitOf(verb),
                noAnswer: () => noAnswer(verb),
                // Both ends are of one build, so the result under this number is that of this verb.
                resolve: (result) => resolve(result as VerbResult<typeof verb>),
                reject,
              },
              (id) => ({
                kind: 'perform',
                id,
                request: currentRequest(),
                verb,
                scope: { team, actor },
                input,
              }),
            )
          }),
      ),
    answers: () =>
      new Promise((resolve, reject) => {
        const told = () => new AppError('unavailable', SILENT)
        ask({ maxMs: LOOK_MS, noAnswer: told, resolve: () => resolve(), reject }, (id) => ({
          kind: 'ping',
          id,
        }))
      }),
    metrics: () =>
      new Promise((resolve, reject) => {
        const told = () => new AppError('unavailable', SILENT)
        const texts = (result: unknown) => resolve(result as MetricTexts)
        ask({ maxMs: LOOK_MS, noAnswer: told, resolve: texts, reject }, (id) => ({ kind: 'metrics', id }))
      }),
  }
  link.onClose(() => {
    for (const { reject } of waiting.values()) reject(new AppError('unavailable', GONE))
    waiting.clear()
  })
  return new Promise((resolve) => {
    link.onMessage((reply) => {
      silentLooks = 0
      if (reply.kind === 'facts')
        return resolve({ worker, facts: reply.facts, isBusy: () => waiting.size > 0 })
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if (reply.kind === 'done') asked?.resolve(reply.result)
      else asked?.reject(deserialiseError(reply.failure))
    })
    link.send({ kind: 'hello' })
  })
}

const MINUTE_MS = 60_000

interface VerbLimit {
  /** Time after which nobody waits any longer. */
  readonly maxMs: number
  /** True if a page may be bought: then it is unknown whether one was. */
  readonly mayBuy: boolean
}

/** Waits at most for the database, which is patient for ten seconds, or thirty within a transaction. */
const OWN: VerbLimit = { maxMs: MINUTE_MS, mayBuy: false }
/** Waits for a key's slot and for answers, each of which a provider may allow five minutes. */
const CALL: VerbLimit = { maxMs: 15 * MINUTE_MS, mayBuy: false }
const PURCHASE: VerbLimit = { ...CALL, mayBuy: true }

const LIMITS: Readonly<Record<VerbName, VerbLimit>> = {
  addKey: CALL,
  addSandboxKey: CALL,
  checkKey: CALL,
  replaceKey: CALL,
  setKeyRate: OWN,
  enterBalance: OWN,
  referenceProblem: OWN,
  disableKey: OWN,
  deleteKey: OWN,
  reportLeak: OWN,
  recogniseKey: OWN,
  startCheck: CALL,
  readForCheck: CALL,
  testProvider: { maxMs: 60 * MINUTE_MS, mayBuy: true },
  startRun: PURCHASE,
  fetchNextPage: PURCHASE,
  startBackgroundRun: PURCHASE,
  cancelRun: OWN,
  goOnWithRun: PURCHASE,
  removeMember: OWN,
  changeRole: OWN,
  stopMember: OWN,
  createChannel: CALL,
  testChannel: CALL,
  sendConfirmation: CALL,
  figuresOf: OWN,
  readActivity: OWN,
  gatewayFigures: OWN,
}

/** Returns how long to wait for a verb, in milliseconds. */
const limitOf = (verb: VerbName): number => LIMITS[verb].maxMs

/** Creates the error that a person sees if the worker does not answer. */
const noAnswer = (verb: VerbName): AppError =>
  new AppError('unavailable', LIMITS[verb].mayBuy ? PERHAPS_BOUGHT : PERHAPS_DONE)

const PERHAPS_BOUGHT =
  'Purser’s worker does not answer, so it is not known whether a page was bought. Reload in a moment and look at the run before you try again: nothing is bought twice without a new try.'
const PERHAPS_DONE =
  'Purser’s worker does not answer, so it is not known whether this was done. Reload in a moment to see it.'
