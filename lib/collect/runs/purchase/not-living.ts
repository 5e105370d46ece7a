import { AppError, hasErrorBrand } from '@/lib/kernel'

const NOT_LIVING = Symbol.for('purser.NotLiving')

/** Thrown if other processes have declared this one dead: it opens no more calls, and the next start continues. */
export class InstanceDeclaredDeadError extends AppError {
  /** Recognises errors across copies of the class, as for any `AppError`. */
  static override [Symbol.hasInstance](value: unknown): value is InstanceDeclaredDeadError {
    return hasErrorBrand(value, NOT_LIVING)
  }

  get [NOT_LIVING](): true {
    return true
  }
}

/** Wraps the check so that its refusal can be told from all others. */
export const wrapDeclaredDeadError =
  (requireLiving: () => Promise<void>): (() => Promise<void>) =>
  () =>
    requireLiving().catch((error: unknown) => {
      throw error instanceof AppError
        ? new InstanceDeclaredDeadError(error.code, error.message, {}, { cause: error })
        : error
    })
