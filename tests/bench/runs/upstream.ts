/**
 * An upstream that never runs out: each timeline page holds 100 new posts, and each call is counted in a sliding log
 * of the key's rate. It costs next to nothing, so that the figures are Purser's. Prints its port. GET /counts returns
 * the number of pages sent and calls refused, and when the latest page was sent. It answers immediately, or after the
 * milliseconds in its second argument.
 */
import { createServer } from 'node:http'

const RATE = Number(process.argv[2] ?? 200)
const LATENCY_MS = Number(process.argv[3] ?? 0)
const PAGE = 100

let pages = 0
let refused = 0
/** Milliseconds since the epoch by the machine's clock, which browsers on it share. */
let sentAt = 0
/** Later than those of any earlier bench on the same data, because newer posts have higher ids. */
let nextId = 3_000_000_000_000_000_000n + BigInt(Date.now()) * 100_000n
const sent: number[] = []

const WORDS =
  'the quick brown fox jumps over a lazy dog while “naïve” 日本語 and عربى go on 👩‍👩‍👧 together'.split(' ')

/** Placeholder for an id on a page, with as many digits as ids have. */
const BLANK = '0'.repeat(String(nextId).length)

const post = (at: number): string => {
  const text = Array.from(
    { length: 22 },
    (_, word) => WORDS[(at * 7 + word * 3 + (at % 13)) % WORDS.length],
  ).join(' ')
  return JSON.stringify({
    id: BLANK,
    text,
    created_at: new Date(Date.now() - at * 1000).toISOString(),
    author: { id: `user-${at}`, username: `person_${at}`, name: `Person ${at}` },
    url: `https://example.test/posts/${BLANK}`,
    metrics: { likes: at * 3, reposts: at, replies: at % 7 },
    lang: 'en',
  })
}

/** The cursor has the same length on each page, too. */
const CURSOR = 'c000000000'

/** A page is written once, and each answer is a copy with other ids: writing each page took a third of a core. */
const template = Buffer.from(
  `{"posts":[${Array.from({ length: PAGE }, (_, at) => post(at)).join()}],"next_cursor":"${CURSOR}"}`,
)
const placesOf = (text: string): number[] => {
  const places: number[] = []
  for (let at = template.indexOf(text); at >= 0; at = template.indexOf(text, at + 1)) places.push(at)
  return places
}
const idPlaces = placesOf(BLANK)
const [cursorPlace = 0] = placesOf(CURSOR)

function nextPage(): Buffer {
  const page = Buffer.from(template)
  for (const [count, place] of idPlaces.entries()) {
    // Each post contains its id twice: as such, and in its link.
    if (count % 2 === 0) nextId += 1n
    page.write(String(nextId), place, 'latin1')
  }
  page.write(`c${String(pages).padStart(CURSOR.length - 1, '0')}`, cursorPlace, 'latin1')
  return page
}

const server = createServer((request, response) => {
  const answer = (status: number, body: string | Buffer, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  if (request.url === '/counts') return answer(200, JSON.stringify({ pages, refused, sentAt }))
  const now = performance.now()
  while ((sent[0] ?? now) <= now - 1000) sent.shift()
  if (sent.length >= RATE) {
    refused++
    return answer(429, '{"error":"too many requests"}', { 'retry-after': '1' })
  }
  sent.push(now)
  if (request.url === '/v1/me')
    return answer(200, JSON.stringify({ key_prefix: 'xd_live_abcd', balance: 1e9, rate_limit_qps: RATE }))
  pages++
  const body = nextPage()
  const send = () => {
    sentAt = Date.now()
    answer(200, body)
  }
  if (LATENCY_MS > 0) setTimeout(send, LATENCY_MS)
  else send()
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : 0)
})
