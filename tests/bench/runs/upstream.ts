/**
 * An upstream that never runs out: each timeline page holds 100 posts that nobody has seen, each call is counted in a
 * sliding log of the key's rate. It costs next to nothing, so that the figures are Purser's. Prints its port; on
 * GET /counts it tells how many pages it has sent, how many calls it has refused, and when it sent the latest page. It
 * answers at once, or after as many milliseconds as its second argument says.
 */
import { createServer } from 'node:http'

const RATE = Number(process.argv[2] ?? 200)
const LATENCY_MS = Number(process.argv[3] ?? 0)
const PAGE = 100

let pages = 0
let refused = 0
/** Milliseconds since the epoch by the machine's clock, which browsers on it have too. */
let sentAt = 0
let nextId = 3_032_324_493_313_835_010n
const sent: number[] = []

const WORDS =
  'the quick brown fox jumps over a lazy dog while “naïve” 日本語 and عربى go on 👩‍👩‍👧 together'.split(' ')

const post = (at: number): string => {
  nextId += 1n
  const text = Array.from(
    { length: 22 },
    (_, word) => WORDS[(at * 7 + word * 3 + Number(nextId % 97n)) % WORDS.length],
  ).join(' ')
  return JSON.stringify({
    id: String(nextId),
    text,
    created_at: new Date(Date.now() - at * 1000).toISOString(),
    author: { id: `user-${at}`, username: `person_${at}`, name: `Person ${at}` },
    url: `https://example.test/posts/${nextId}`,
    metrics: { likes: at * 3, reposts: at, replies: at % 7 },
    lang: 'en',
  })
}

const server = createServer((request, response) => {
  const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
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
  const posts = Array.from({ length: PAGE }, (_, at) => post(at))
  const body = `{"posts":[${posts.join()}],"next_cursor":"c${pages}"}`
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
