import type { HttpAnswer } from '../answers'
import { sendWhole } from '../serve'
import { sendSpoilt } from './deliveries'
import type { Fault, Turn } from './fault'

type Choices<T> = readonly [T, ...T[]]

const NO_LISTS: Choices<(items: readonly unknown[]) => unknown> = [
  (items) => Object.fromEntries(items.entries()),
  () => 'none',
  () => 7,
  () => null,
  (items) => items.map(String),
  (items) => items.map(() => null),
]

const NO_CURSORS: Choices<unknown> = [{ after: 'here' }, ['here'], true]

const NO_KEY_INFO: Choices<object> = [
  { balance: 'plenty' },
  { balance: null },
  { balance: { credits: 5 } },
  { rate_limit_qps: 'fast' },
  { rate_limit_qps: 2.5 },
  { key_prefix: null },
]

/** JSON whose fields have other types than the interface gives them. */
export const wrongTypes = {
  'items-not-an-array': {
    what: 'Sends something else where the array of items belongs: an object, a text, a number, null, or an array of texts or nulls.',
    charged: true,
    meets: 'pages',
    send: (answer, { chance }) => {
      const other = chance.pick(NO_LISTS)
      return sendSpoilt({ ...answer, body: JSON.stringify(withoutLists(JSON.parse(answer.body), other)) })
    },
  },
  'cursor-a-number': {
    what: 'Sends `next_cursor` as a number, which leads nowhere.',
    charged: true,
    meets: 'pages',
    send: (answer, { number }) => sendWhole(withCursor(answer, number)),
  },
  'cursor-not-a-text': {
    what: 'Sends `next_cursor` as an object, an array or `true`.',
    charged: true,
    meets: 'pages',
    send: (answer, { chance }) => sendWhole(withCursor(answer, chance.pick(NO_CURSORS))),
  },
  'key-info-wrong-types': {
    what: 'Sends the key info object with a balance, rate or prefix of another type.',
    charged: false,
    meets: 'key info',
    send: (answer, turn) => sendSpoilt(withKeyInfo(answer, turn)),
  },
} as const satisfies Record<string, Fault>

/** Puts `other` in place of the arrays, at the top and one level below, where the presets have them. */
function withoutLists(value: unknown, other: (items: readonly unknown[]) => unknown, depth = 0): unknown {
  if (Array.isArray(value)) return other(value)
  if (typeof value !== 'object' || value === null || depth > 1) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutLists(inner, other, depth + 1)]),
  )
}

/** Changes the text, not the object: reading would round ids past 2^53. */
function withCursor(answer: HttpAnswer, cursor: unknown): HttpAnswer {
  const field = `"next_cursor":${JSON.stringify(cursor)}`
  const replaced = answer.body.replace(/"next_cursor":"(?:[^"\\]|\\.)*"/, field)
  return { ...answer, body: replaced === answer.body ? answer.body.replace(/}$/, `,${field}}`) : replaced }
}

function withKeyInfo(answer: HttpAnswer, { chance }: Turn): HttpAnswer {
  const info: object = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify({ ...info, ...chance.pick(NO_KEY_INFO) }) }
}
