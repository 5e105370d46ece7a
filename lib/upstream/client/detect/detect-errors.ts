import type { Secret } from '@/lib/kernel'
import { isObject, type JsonValue } from '../json'
import type { Provider } from '../provider'
import { inferRetryUnit, isEpochTime } from '../retry-after'
import { withholdKeyInText } from '../secrecy/withhold-key'
import type { RawAnswer } from '../types'
import { upstreamErrorText } from '../words'

/** The form and words of an upstream's refusal. The words are untrusted text. */
export interface DetectedError {
  readonly httpStatus: number
  readonly shape: 'json' | 'html' | 'text' | 'empty'
  readonly words: string | null
  /** Name of a field with words that the provider does not list yet. */
  readonly field: string | null
}

/**
 * Returns the shape of a refusal's body and the words that the provider finds in it. The words are
 * withheld if they hold the key, because they are joined from the body after it was searched.
 */
export function detectError(
  { httpStatus, body, text }: RawAnswer,
  provider: Provider,
  key: Secret,
): DetectedError {
  const found = upstreamErrorText(text, provider)
  const words = found === null ? null : withholdKeyInText(found, key.reveal())
  const field = words === null && body !== undefined ? wordsField(body) : null
  return { httpStatus, shape: shapeOf(body, text), words, field }
}

function shapeOf(body: JsonValue | undefined, text: string): DetectedError['shape'] {
  if (text.trim() === '') return 'empty'
  if (body !== undefined) return 'json'
  return /<\w+[^>]*>/.test(text) ? 'html' : 'text'
}

/** Returns the name of the first field, at any depth, that holds more than one word. */
function wordsField(value: JsonValue, name: string | null = null): string | null {
  if (typeof value === 'string') return name !== null && /\S\s+\S/.test(value) ? name : null
  const inner: [string | null, JsonValue][] = Array.isArray(value)
    ? value.map((each) => [name, each])
    : isObject(value)
      ? Object.entries(value)
      : []
  for (const [innerName, each] of inner) {
    const field = innerName === null || /^[\w-]+$/.test(innerName) ? wordsField(each, innerName) : null
    if (field !== null) return field
  }
  return null
}

/** The likely unit of a retry-after header. `unclear` means seconds or milliseconds. */
export interface DetectedRetryAfter {
  readonly unit: 'seconds' | 'milliseconds' | 'date' | 'unclear'
  /** One of the observed values, as untrusted text. */
  readonly example: string
}

const MAX_EXAMPLE_LENGTH = 60

/** Derives the unit from the observed values. Null if there are none. */
export function detectRetryAfter(values: readonly string[]): DetectedRetryAfter | null {
  const example = values[0]?.trim().slice(0, MAX_EXAMPLE_LENGTH)
  if (example === undefined || example === '') return null
  const numbers = values.map((value) => Number(value.trim() === '' ? Number.NaN : value.trim()))
  if (numbers.some(Number.isNaN))
    return { unit: Number.isNaN(Date.parse(example)) ? 'unclear' : 'date', example }
  if (numbers.some(isEpochTime)) return { unit: 'date', example }
  return { unit: inferRetryUnit(numbers) ?? 'unclear', example }
}
