import { createServer, request as openRequest } from 'node:http'

/** What was delivered for one subject, as the wire shows it. */
interface SubjectBook {
  pages: number
  items: number
  /** Calls whose charge the answer did not tell, and the items that the service charged for them. */
  lostPages: number
  lostItems: number
}

/** What happens to a request for a list: its answer is lost, or the service does not get it, for either reason. */
type Fate = 'passes' | 'is lost' | 'fails' | 'is throttled' | 'is not found'

/** A proxy before a service that keeps books by subject, and spoils requests as it is told. */
export interface SubjectBooks {
  readonly baseUrl: string
  readonly books: ReadonlyMap<string, SubjectBook>
  /** Decides the fate of the nth request for a subject, from 1. */
  fate: (subject: string, number: number) => Fate
  /** Waits before a request is passed on. */
  gate: () => Promise<void>
  close(): Promise<void>
}

const STATUS = { fails: 503, 'is throttled': 429, 'is not found': 404 } as const

const SUBJECT = /^\/v1\/users\/([^/]+)\/followers/

/** Starts the proxy on loopback. */
export async function startSubjectBooks(upstream: string): Promise<SubjectBooks> {
  const books = new Map<string, SubjectBook>()
  const numbers = new Map<string, number>()
  const bookOf = (subject: string): SubjectBook => {
    const book = books.get(subject) ?? { pages: 0, items: 0, lostPages: 0, lostItems: 0 }
    books.set(subject, book)
    return book
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', upstream)
    const [, encoded] = SUBJECT.exec(url.pathname) ?? []
    const subject = encoded === undefined ? null : decodeURIComponent(encoded)
    const number = (numbers.get(subject ?? '') ?? 0) + 1
    numbers.set(subject ?? '', number)
    const fate = subject === null ? 'passes' : proxy.fate(subject, number)
    if (subject !== null && fate === 'fails') bookOf(subject).lostPages++
    if (fate !== 'passes' && fate !== 'is lost') {
      const headers = { 'content-type': 'application/json', 'retry-after': '1' }
      response.writeHead(STATUS[fate], headers).end('{"error":"no"}')
      return
    }
    const pass = () => {
      // Opens a connection for each, because the service may close an idle one at the moment of its use.
      const own = { method: request.method, headers: request.headers, agent: false } as const
      const passed = openRequest(url, own, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          const body = Buffer.concat(pieces)
          const items = answer.statusCode === 200 && subject !== null ? countItems(body.toString()) : null
          if (subject !== null && items !== null) {
            const book = bookOf(subject)
            if (fate === 'is lost') {
              book.lostPages++
              book.lostItems += items
              response.socket?.resetAndDestroy()
              return
            }
            book.pages++
            book.items += items
          }
          response.writeHead(answer.statusCode ?? 502, answer.headers).end(body)
        })
      })
      passed.on('error', () => response.destroy())
      request.pipe(passed)
    }
    void proxy.gate().then(pass)
  })
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy got no port')
  const proxy: SubjectBooks = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    books,
    fate: () => 'passes',
    gate: () => Promise.resolve(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}

function countItems(body: string): number {
  const answer: unknown = JSON.parse(body)
  const lists = Object.values(answer ?? {}).filter(Array.isArray)
  return lists.reduce((sum, list) => sum + list.length, 0)
}
