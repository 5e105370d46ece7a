import pino from 'pino'
import { holdsSecret, textWithoutSecrets } from '@/lib/platform/audit'

const REDACTED = '[redacted]'
const MAX_LENGTH = 10_000
const DEEPEST = 6

/** Returns a value as a log line may hold it: errors with their causes, and nothing that looks like a secret. */
export function cleanField(value: unknown, name = '', depth = 0): unknown {
  if (value === null || value === undefined) return value
  if (holdsSecret(name) && typeof value !== 'boolean') return REDACTED
  if (typeof value === 'string') return textWithoutSecrets(value, MAX_LENGTH)
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
