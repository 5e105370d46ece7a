import type { HttpAnswer } from '../answers'
import type { Wire } from '../form'
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

/** Faults of JSON whose fields have other types than the interface gives them. */
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
    send: (answer, { number, wire }) => sendWhole(withCursor(answer, number, wire)),
  },
  'cursor-not-a-text': {
    what: 'Sends `next_cursor` as an object, an array or `true`.',
    charged: true,
    meets: 'pages',
    send: (answer, { chance, wire }) => sendWhole(withCursor(answer, chance.pick(NO_CURSORS), wire)),
  },
  'key-info-wrong-types': {
    what: 'Sends the key info object with a balance, rate or prefix of another type.',
    charged: false,
    meets: 'key info',
    send: (answer, turn) => sendSpoilt(withKeyInfo(answer, turn)),
  },
} as const satisfies Record<string, Fault>

/** Puts `other` in place of the arrays at the top and one level below, where the presets have them. */
function withoutLists(value: unknown, other: (items: readonly unknown[]) => unknown, depth = 0): unknown {
  if (Array.isArray(value)) return other(value)
  if (typeof value !== 'object' || value === null || depth > 1) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutLists(inner, other, depth + 1)]),
  )
}

/** Changes the text, not the object, because parsing would round ids past 2^53. */
function withCursor(answer: HttpAnswer, cursor: unknown, { cursorField }: Wire): HttpAnswer {
  const [name = '', inside] = cursorField.split('.').reverse()
  const field = `"${name}":${JSON.stringify(cursor)}`
  const replaced = answer.body.replace(new RegExp(`"${name}":(?:"(?:[^"\\\\]|\\\\.)*"|null)`), field)
  if (replaced !== answer.body) return { ...answer, body: replaced }
  if (inside === undefined) return { ...answer, body: answer.body.replace(/}$/, `,${field}}`) }
  return { ...answer, body: answer.body.replace(`"${inside}":{`, `"${inside}":{${field},`) }
}

function withKeyInfo(answer: HttpAnswer, { chance, wire }: Turn): HttpAnswer {
  const info: object = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify({ ...info, ...chance.pick(wire.wrongKeyInfos) }) }
}
