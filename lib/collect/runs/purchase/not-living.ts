import { AppError, hasMark } from '@/lib/kernel'

const NOT_LIVING = Symbol.for('purser.NotLiving')

/** Others have taken this process for dead, so it opens no call any more: the next start goes on. */
export class NotLiving extends AppError {
  /** As for any `AppError`, of any copy of the class. */
  static override [Symbol.hasInstance](value: unknown): value is NotLiving {
    return hasMark(value, NOT_LIVING)
  }

  get [NOT_LIVING](): true {
    return true
  }
}

/** The same check, whose refusal is told apart from all others. */
export const orNotLiving =
  (requireLiving: () => Promise<void>): (() => Promise<void>) =>
  () =>
    requireLiving().catch((error: unknown) => {
      throw error instanceof AppError ? new NotLiving(error.code, error.message, {}, { cause: error }) : error
    })
