/** What went wrong, as a caller may act on it. The adapters in app/_server map each code once, to an HTTP status or an action's answer. */
export type ErrorCode =
  | 'invalid' // the input does not fit; `fields` says where
  | 'unauthenticated'
  | 'forbidden' // the caller may know of it, but the role is too low
  | 'not_found' // absent, or of another team
  | 'conflict' // the data has changed: already there, already used, changed meanwhile
  | 'rate_limited' // too many tries against Purser itself
  | 'upstream' // the upstream refused, failed or could not be understood
  | 'unavailable' // Purser cannot do it now

const APP_ERROR = Symbol.for('purser.AppError')

/** Whether a value has a mark, which identifies an error of any copy of its class. */
export const hasMark = (value: unknown, mark: symbol): boolean =>
  typeof value === 'object' && value !== null && mark in value

/** An error whose message is written for the person at the screen. It never carries a secret. */
export class AppError extends Error {
  override readonly name = 'AppError'

  /** A production build of Next holds this class more than once; an error of another copy counts as one too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return hasMark(value, APP_ERROR)
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

/** The answer to a stranger and for a missing row alike: nobody learns whether another team has such a thing. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found.`)

/** The answer when a member of the team lacks the role; says who can help. */
export const forbidden = (what: string): AppError =>
  new AppError('forbidden', `Only an admin may ${what}. Ask an admin of your team.`)

/** Input that cannot be used; `fields` maps a field's name to what to change. */
export const invalid = (message: string, fields: Record<string, string> = {}): AppError =>
  new AppError('invalid', message, fields)

/** The action came too late or twice. */
export const conflict = (message: string, fields: Record<string, string> = {}): AppError =>
  new AppError('conflict', message, fields)
