import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { invalid } from '@/lib/kernel'
import { answerWithJson, type HttpAnswer } from '../answers'
import type { Wire } from '../form'
import { type HttpConnection, sendAnswerAtOnce, writeHead } from '../serve'
import {
  type Fault,
  type FaultyRequest,
  resetConnection,
  sendAlteredAnswer,
  waitForDisconnect,
  writeBodyPiece,
} from './fault'

const CLOSED_FOR_MS = 250

/** Faults of the connection: it breaks, or no answer arrives. */
const connections = {
  'connection-refused': {
    what: `Cuts the connection unjudged and closes the port for ${CLOSED_FOR_MS} ms: who comes next is refused a connection.`,
    charged: false,
    instead:
      ({ clock }) =>
      async (line) => {
        const reopen = line.closePort()
        await resetConnection(line)
        await clock.sleep(CLOSED_FOR_MS, line.closing).catch(() => {})
        await reopen()
        return false
      },
  },
  'reset-before-charge': {
    what: 'Resets the connection without judging the request.',
    charged: false,
    instead: () => resetConnection,
  },
  'reset-after-charge': {
    what: 'Charges the page, then resets the connection: the answer is lost.',
    charged: true,
    send: () => resetConnection,
  },
  'body-cut-short': {
    what: 'Sends half of the body that `content-length` promises, then ends the connection.',
    charged: true,
    send: (answer) => async (line) => {
      const body = Buffer.from(answer.body)
      writeHead(line, answer, body.length)
      const half = body.subarray(0, Math.floor(body.length / 2))
      await new Promise<void>((resolve) => line.response.write(half, () => resolve()))
      line.response.destroy()
      return false
    },
  },
  'not-http': {
    what: 'Charges the page, then writes what is no HTTP and ends the connection.',
    charged: true,
    send: () => async (line) => {
      const { socket } = line.response
      if (!socket) return false
      socket.end('220 mail.example ESMTP ready\r\n')
      await once(socket, 'close')
      return false
    },
  },
  'stalled-headers': {
    what: 'Charges the page, then says nothing until the other side leaves.',
    charged: true,
    send: () => async (line) => {
      await waitForDisconnect(line)
      line.response.destroy()
      return false
    },
  },
  'stalled-body': {
    what: 'Sends the headers and half of the body, then nothing until the other side leaves.',
    charged: true,
    send: (answer) => async (line) => {
      const body = Buffer.from(answer.body)
      writeHead(line, answer, body.length)
      await writeBodyPiece(line.response, body.subarray(0, Math.floor(body.length / 2)))
      await waitForDisconnect(line)
      line.response.destroy()
      return false
    },
  },
} as const satisfies Record<string, Fault>

const FAILURES = {
  '500': {
    says: 'status 500 and a JSON body',
    answer: answerWithJson({ error: 'internal_error', message: 'Something went wrong.' }, 500),
  },
  '502-html': {
    says: 'status 502 and a proxy’s HTML page',
    answer: {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    },
  },
  '503': {
    says: 'status 503 and `retry-after: 1`',
    answer: {
      ...answerWithJson({ error: 'unavailable', message: 'Down for a moment.' }, 503),
      headers: { 'retry-after': '1' },
    },
  },
} as const satisfies Record<string, { says: string; answer: HttpAnswer }>

const before = ({ says, answer }: { says: string; answer: HttpAnswer }): Fault => ({
  what: `Answers ${says}, without judging the request.`,
  charged: false,
  instead: () => sendAlteredAnswer(answer),
})

const after = ({ says, answer }: { says: string; answer: HttpAnswer }): Fault => ({
  what: `Charges the page, then answers ${says} instead of it.`,
  charged: true,
  send: () => sendAlteredAnswer(answer),
})

/** Faults in which the service fails and says so, before or after it has charged. */
const failures = {
  '500-before-charge': before(FAILURES['500']),
  '500-after-charge': after(FAILURES['500']),
  '502-html-before-charge': before(FAILURES['502-html']),
  '502-html-after-charge': after(FAILURES['502-html']),
  '503-before-charge': before(FAILURES['503']),
  '503-after-charge': after(FAILURES['503']),
} as const satisfies Record<string, Fault>

const AGAIN = /^again-\d+$/
/** Limits a fault's answer to what a client may read at all, because one service sells pages of 10,000. */
const MAX_PAGE_ITEMS = 1000

/** Faults of pages that are well-formed but not what the interface promises. */
const pages = {
  'more-than-asked': {
    what: 'Delivers and charges 1 to 10 items more than it should, some of them twice.',
    charged: true,
    meets: 'pages',
    alterPage: (page, { chance }) => ({
      ...page,
      items: repeat(page.items, page.items.length + 1 + chance.below(10)),
    }),
  },
  'more-than-maximum': {
    what: `Delivers and charges between two and three times the largest page (${MAX_PAGE_ITEMS} at most), items over and over.`,
    charged: true,
    meets: 'pages',
    alterPage: (page, { chance, wire }) => {
      const maxCount = Math.min(wire.maxCountOf(page.operation), MAX_PAGE_ITEMS)
      return { ...page, items: repeat(page.items, 2 * maxCount + chance.below(maxCount)) }
    },
  },
  'repeated-cursor': {
    what: 'Sends back the cursor that the request came with: the same page for ever, charged each time.',
    charged: true,
    meets: 'pages',
    alterPage: (page, turn) => ({ ...page, nextCursor: cursorOf(turn) ?? page.nextCursor }),
  },
  'endless-pages': {
    what: 'Sends a cursor never seen before that leads to the first page again, for ever, charged each time.',
    charged: true,
    meets: 'pages',
    alterRequest: ({ request, wire }) => {
      const parameters = new URLSearchParams(request.parameters)
      for (const name of wire.cursorParameters)
        if (AGAIN.test(parameters.get(name) ?? '')) parameters.delete(name)
      return { ...request, parameters }
    },
    alterPage: (page, { number }) => ({ ...page, nextCursor: `again-${number}` }),
  },
  'empty-page-with-cursor': {
    what: 'Delivers no items, so charges nothing, and says that there are more.',
    charged: false,
    meets: 'pages',
    alterPage: (page, turn) => ({
      ...page,
      items: [],
      nextCursor: page.nextCursor ?? cursorOf(turn) ?? 'nowhere',
    }),
  },
} as const satisfies Record<string, Fault>

const cursorOf = ({ request, wire }: FaultyRequest): string | null =>
  wire.cursorParameters.map((name) => request.parameters.get(name)).find((cursor) => cursor !== null) ?? null

/** Repeats the items until there are `length`. */
const repeat = <T>(items: readonly T[], length: number): readonly T[] =>
  Array.from({ length: Math.ceil(length / Math.max(1, items.length)) }, () => items)
    .flat()
    .slice(0, length)

/** Faults that answer with a redirect. */
const redirects = {
  redirect: {
    what: 'Answers status 302 to the same path on another port, where a trap notes who follows, and whether with a key.',
    charged: false,
    instead:
      ({ request, trapUrl }) =>
      async (line) => {
        const location = `${await trapUrl()}${request.path}`
        return sendAlteredAnswer({ ...answerWithJson({}, 302), headers: { location } })(line)
      },
  },
} as const satisfies Record<string, Fault>

const SLOW_PIECES = 100
const SLOW_GAP_MS = 100
const MEBIBYTE = 1024 * 1024
/** More than any provider may allow. */
const HUGE_MEBIBYTES = 300
const PADDING = Buffer.alloc(64 * 1024, ' ')

/**
 * Faults of bodies that are right, but too slow or too large. White space before JSON is JSON, so all of them can be
 * read.
 */
const sizes = {
  'slow-body': {
    what: `Sends the page in ${SLOW_PIECES} pieces, one every ${SLOW_GAP_MS} ms.`,
    charged: true,
    send:
      (answer, { clock }) =>
      async (line) => {
        const body = Buffer.from(answer.body)
        const size = Math.ceil(body.length / SLOW_PIECES)
        writeHead(line, answer, body.length)
        for (let at = 0; at < body.length; at += size) {
          if (at > 0) await clock.sleep(SLOW_GAP_MS, line.closing).catch(() => {})
          if (!(await writeBodyPiece(line.response, body.subarray(at, at + size)))) return false
        }
        return end(line)
      },
  },
  'huge-body': {
    what: `Sends ${HUGE_MEBIBYTES} MiB of white space before the page, as a stream without a length.`,
    charged: true,
    send: (answer) => async (line) => {
      writeHead(line, answer, null)
      for (let sent = 0; sent < HUGE_MEBIBYTES * MEBIBYTE; sent += PADDING.length)
        if (!(await writeBodyPiece(line.response, PADDING))) return false
      await writeBodyPiece(line.response, answer.body)
      return end(line)
    },
  },
  'gzip-bomb': {
    what: `Sends the page gzipped behind ${HUGE_MEBIBYTES} MiB of white space: 300 KB on the way, though no encoding was asked for.`,
    charged: true,
    send: (answer) => async (line) => {
      writeHead(line, encoded(answer), null)
      const mebibyte = gzipSync(Buffer.alloc(MEBIBYTE, ' '))
      // Concatenated gzip files are one gzip file.
      for (let sent = 0; sent < HUGE_MEBIBYTES; sent++)
        if (!(await writeBodyPiece(line.response, mebibyte))) return false
      await writeBodyPiece(line.response, gzipSync(answer.body))
      return end(line)
    },
  },
} as const satisfies Record<string, Fault>

const encoded = (answer: HttpAnswer): HttpAnswer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
})

async function end({ response }: HttpConnection): Promise<boolean> {
  response.end()
  await finished(response)
  return true
}

const MISTAKES = [
  (json: string) => json.replace('{', '{,'),
  (json: string) => json.replaceAll('"', "'"),
  (json: string) => `${json}}`,
  (json: string) => `)]}',\n${json}`,
  (json: string) => json.replace(':', ':undefined,'),
  () => '',
] as const

/** Faults of bodies that arrive whole but are not JSON. */
const texts = {
  'truncated-json': {
    what: 'Sends the first two thirds of the page’s JSON, with a `content-length` that is right for them.',
    charged: true,
    send: (answer) =>
      sendAlteredAnswer({ ...answer, body: answer.body.slice(0, Math.floor((answer.body.length * 2) / 3)) }),
  },
  'malformed-json': {
    what: 'Sends the page with one of six mistakes that make it no JSON (a stray comma, single quotes, no body…).',
    charged: true,
    send: (answer, { chance }) => sendAlteredAnswer({ ...answer, body: chance.pick(MISTAKES)(answer.body) }),
  },
} as const satisfies Record<string, Fault>

const STORM = 5
const HOUR_MS = 3_600_000

type ThrottleHeaders = Readonly<Record<string, string>>

const storm = (says: string, headersOf: (turn: FaultyRequest) => ThrottleHeaders): Fault => ({
  what: `Answers ${STORM} requests in a row with 429, ${says}.`,
  charged: false,
  inARow: STORM,
  instead: (turn) =>
    sendAlteredAnswer({
      ...answerWithJson({ error: 'rate_limited', message: 'Too many requests.' }, 429),
      headers: headersOf(turn),
    }),
})

const saying = (retryAfter: string) => () => ({ 'retry-after': retryAfter })

/** Returns `retry-after` as a date by a clock that is wrong by `offMs`, together with that clock’s `date`. */
const byWrongClock =
  (offMs: number) =>
  ({ clock }: FaultyRequest): ThrottleHeaders => {
    const here = clock.now().getTime() + offMs
    return { date: httpDate(here), 'retry-after': httpDate(here + 1000) }
  }

const httpDate = (ms: number): string => new Date(ms).toUTCString()

/** Faults that refuse requests although the rate was kept. */
const throttling = {
  '429-storm': storm('with `retry-after: 1`', saying('1')),
  '429-without-retry-after': storm('without `retry-after`', () => ({})),
  '429-retry-after-zero': storm('with `retry-after: 0`', saying('0')),
  '429-retry-after-negative': storm('with `retry-after: -30`', saying('-30')),
  '429-retry-after-absurd': storm('with a `retry-after` of 99 digits', saying('9'.repeat(99))),
  '429-retry-after-past': storm('with a `retry-after` date that is an hour ago', ({ clock }) => ({
    'retry-after': httpDate(clock.now().getTime() - HOUR_MS),
  })),
  'clock-behind': storm(
    'with `date` and a `retry-after` date by a clock that is an hour behind',
    byWrongClock(-HOUR_MS),
  ),
  'clock-ahead': storm(
    'with `date` and a `retry-after` date by a clock that is an hour ahead',
    byWrongClock(HOUR_MS),
  ),
} as const satisfies Record<string, Fault>

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
const wrongTypes = {
  'items-not-an-array': {
    what: 'Sends something else where the array of items belongs: an object, a text, a number, null, or an array of texts or nulls.',
    charged: true,
    meets: 'pages',
    send: (answer, { chance }) => {
      const other = chance.pick(NO_LISTS)
      return sendAlteredAnswer({
        ...answer,
        body: JSON.stringify(withoutLists(JSON.parse(answer.body), other)),
      })
    },
  },
  'cursor-a-number': {
    what: 'Sends `next_cursor` as a number, which leads nowhere.',
    charged: true,
    meets: 'pages',
    send: (answer, { number, wire }) => sendAnswerAtOnce(withCursor(answer, number, wire)),
  },
  'cursor-not-a-text': {
    what: 'Sends `next_cursor` as an object, an array or `true`.',
    charged: true,
    meets: 'pages',
    send: (answer, { chance, wire }) => sendAnswerAtOnce(withCursor(answer, chance.pick(NO_CURSORS), wire)),
  },
  'key-info-wrong-types': {
    what: 'Sends the key info object with a balance, rate or prefix of another type.',
    charged: false,
    meets: 'key info',
    send: (answer, turn) => sendAlteredAnswer(withKeyInfo(answer, turn)),
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

function withKeyInfo(answer: HttpAnswer, { chance, wire }: FaultyRequest): HttpAnswer {
  const info: object = JSON.parse(answer.body)
  return { ...answer, body: JSON.stringify({ ...info, ...chance.pick(wire.wrongKeyInfos) }) }
}

const ALL = {
  ...failures,
  ...connections,
  ...texts,
  ...wrongTypes,
  ...pages,
  ...sizes,
  ...redirects,
  ...throttling,
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof ALL

/** Every fault by its name: what happens, and whether the page is charged. */
export const FAULTS: Readonly<Record<FaultName, Fault>> = ALL

const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name)

export const FAULT_NAMES: readonly FaultName[] = Object.keys(FAULTS).filter(isFaultName)

/** Parses a fault's name. Throws `invalid` for any other name. */
export function parseFaultName(name: string): FaultName {
  if (isFaultName(name)) return name
  throw invalid(`There is no fault named "${name}": choose one of ${FAULT_NAMES.join(', ')}.`)
}
