/**
 * The kinds of failure that a caller can act on. The adapters in app/_server map each code once, to an HTTP status or
 * an action's answer.
 */
export type ErrorCode =
  | 'invalid' // the input cannot be used; `fields` says where
  | 'unauthenticated'
  | 'forbidden' // the caller may know of it, but the role is too low
  | 'not_found' // absent, or another team's
  | 'conflict' // the data has changed: it exists already, was used or was edited meanwhile
  | 'rate_limited' // too many attempts against Purser itself
  | 'upstream' // the upstream refused, failed or sent an answer that could not be read
  | 'unavailable' // Purser cannot do it at the moment

const APP_ERROR = Symbol.for('purser.AppError')

/** Returns whether a value carries a mark, which identifies an error across copies of its class. */
export const hasErrorBrand = (value: unknown, mark: symbol): boolean =>
  typeof value === 'object' && value !== null && mark in value

/** An error whose message is written for the person at the screen. It never carries a secret. */
export class AppError extends Error {
  override readonly name = 'AppError'

  /** Recognises errors by their mark, because a production build of Next holds several copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasErrorBrand(value, APP_ERROR)
  }

  get [APP_ERROR](): true {
    return true
  }

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Answers a stranger and a missing row alike, so that nobody learns whether another team has such a thing. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found.`)

/** Refuses a member of the team who lacks the role, and says who can help. */
export const forbidden = (what: string): AppError =>
  new AppError('forbidden', `Only an admin may ${what}. Ask an admin of your team.`)

/** Rejects input that cannot be used. `fields` maps a field's name to what to change. */
export const invalid = (message: string, fields: Record<string, string> = {}): AppError =>
  new AppError('invalid', message, fields)

/** Rejects an action that came too late or twice. */
export const conflict = (message: string, fields: Record<string, string> = {}): AppError =>
  new AppError('conflict', message, fields)
