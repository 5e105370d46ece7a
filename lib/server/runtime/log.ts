import pino, { type DestinationStream, type Logger } from 'pino'
import { textWithoutSecrets } from '@/lib/platform/audit'
import { currentRequest } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import { cleanField } from './clean-fields'

/** No line needs to be longer. */
const MAX_LENGTH = 10_000

/**
 * A process's log: JSON lines on standard output, from the level that the settings name. Each line names the request that
 * it belongs to, and what looks like a secret stands in none, also not within an error.
 */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level: env.LOG_LEVEL,
    base: null,
    mixin() {
      const { requestId } = currentRequest()
      return requestId === null ? {} : { requestId }
    },
    // Before it is written as JSON: there a secret could be cut so that the line cannot be read.
    formatters: {
      log: (fields) =>
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanField(value, name)])),
    },
    serializers: { err: (value: unknown) => value },
    hooks: {
      logMethod(given, method) {
        const clean = withMessage(given).map((part) =>
          typeof part === 'string' ? textWithoutSecrets(part, MAX_LENGTH) : part,
        )
        method.apply(this, clean as Parameters<typeof method>)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Where a line is about an error and says nothing itself, pino would take the error's message as it is. */
function withMessage(given: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = given
  const fields = first instanceof Error ? { err: first } : first
  const hasError = typeof fields === 'object' && fields !== null && 'err' in fields
  const error = hasError && fields.err instanceof Error ? fields.err : null
  return error && rest.length === 0 ? [fields, error.message] : [fields, ...rest]
}
