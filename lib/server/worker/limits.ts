import { AppError } from '@/lib/kernel'
import type { VerbName } from './verbs'

const MINUTE_MS = 60_000

interface VerbLimit {
  /** Time after which nobody waits any longer. */
  readonly longestMs: number
  /** True if a page may be bought: then it is unknown whether one was. */
  readonly mayBuy: boolean
}

/** Waits at most for the database, which is patient for ten seconds, or thirty within a transaction. */
const OWN: VerbLimit = { longestMs: MINUTE_MS, mayBuy: false }
/** Waits for a key's slot and for answers, each of which a provider may allow five minutes. */
const CALL: VerbLimit = { longestMs: 15 * MINUTE_MS, mayBuy: false }
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
  testProvider: { longestMs: 60 * MINUTE_MS, mayBuy: true },
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
export const longestOf = (verb: VerbName): number => LIMITS[verb].longestMs

/** Creates the error that a person sees if the worker does not answer. */
export const noAnswer = (verb: VerbName): AppError =>
  new AppError('unavailable', LIMITS[verb].mayBuy ? PERHAPS_BOUGHT : PERHAPS_DONE)

const PERHAPS_BOUGHT =
  'Purser’s worker does not answer, so it is not known whether a page was bought. Reload in a moment and look at the run before you try again: nothing is bought twice without a new try.'
const PERHAPS_DONE =
  'Purser’s worker does not answer, so it is not known whether this was done. Reload in a moment to see it.'
