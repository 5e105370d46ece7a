import pino, { type DestinationStream, type Logger } from 'pino'
import { isSecretFieldName, redactText } from '@/lib/platform/audit'
import { currentRequest } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'

/** Maximum length of a text; no line needs more. */
const MAX_LENGTH = 10_000

/**
 * Creates a process's log: JSON lines on standard output, from the level in the settings. Each line names the request
 * that it belongs to. What looks like a secret is removed from all of them, errors included.
 */
export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level: env.LOG_LEVEL,
    base: null,
    mixin() {
      const { requestId } = currentRequest()
      return requestId === null ? {} : { requestId }
    },
    // Cleans fields before they become JSON, in which removing a secret could leave the line unreadable.
    formatters: {
      log: (fields) =>
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cleanField(value, name)])),
    },
    serializers: { err: (value: unknown) => value },
    hooks: {
      logMethod(given, method) {
        const clean = withMessage(given).map((part) =>
          typeof part === 'string' ? redactText(part, MAX_LENGTH) : part,
        )
        method.apply(this, clean as Parameters<typeof method>)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Adds an error's message to a line that has none of its own, because pino would take it unchanged. */
function withMessage(given: readonly unknown[]): readonly unknown[] {
  const [first, ...rest] = given
  const fields = first instanceof Error ? { err: first } : first
  const hasError = typeof fields === 'object' && fields !== null && 'err' in fields
  const error = hasError && fields.err instanceof Error ? fields.err : null
  return error && rest.length === 0 ? [fields, error.message] : [fields, ...rest]
}

const REDACTED = '[redacted]'
const DEEPEST = 6

/** Returns a value as a log line may hold it: errors with their causes, and nothing that looks like a secret. */
function cleanField(value: unknown, name = '', depth = 0): unknown {
  if (value === null || value === undefined) return value
  if (isSecretFieldName(name) && typeof value !== 'boolean') return REDACTED
  if (typeof value === 'string') return redactText(value, MAX_LENGTH)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object') return value
  if (depth >= DEEPEST) return '…'
  if (value instanceof Error) return cleanField({ ...pino.stdSerializers.err(value) }, name, depth + 1)
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return cleanField(value.toJSON(), name, depth + 1)
  if (Array.isArray(value)) return value.map((each) => cleanField(each, name, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, cleanField(each, field, depth + 1)]),
  )
}
