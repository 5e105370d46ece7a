import { AsyncResource } from 'node:async_hooks'
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import PQueue from 'p-queue'
import { findProcessSingleton } from '@/lib/platform/process'

const SIGN_IN = /^\/api\/auth\/callback\//
const BROWSER = /(?:^|;\s*)(?:__Host-)?purser\.browser=([^;]+)/
/** Maximum size of a sign-in form. One with an e-mail address and a password has a few hundred bytes. */
const MAX_BYTES = 8192
/**
 * Pause before a refusal. A client that is refused at once tries again at once, and a hundred of them would take much
 * of the process's time.
 */
const PAUSE_MS = 250
const AT_ONCE = { concurrency: 4, maxWaiting: 32 }

/** Admits sign-ins in their turn. */
interface TurnQueue {
  /** Calls `enter` in its turn, which lasts until the response closes. Returns false if there is no room to wait. */
  join(name: string, response: Closing, enter: () => void): boolean
}

interface Closing {
  once(event: 'close', listener: () => void): unknown
}

interface TurnLimits {
  readonly concurrency: number
  readonly maxWaiting: number
  /** Maximum number of one name, waiting or inside. */
  readonly maxOfName?: number
}

/** Creates a queue that admits `concurrency` requests and keeps `maxWaiting` waiting. */
export function createTurnQueue({
  concurrency,
  maxWaiting,
  maxOfName = Number.POSITIVE_INFINITY,
}: TurnLimits): TurnQueue {
  const queue = new PQueue({ concurrency })
  const names: string[] = []
  return {
    join(name, response, enter) {
      if (queue.size >= maxWaiting || names.filter((each) => each === name).length >= maxOfName) return false
      names.push(name)
      const left = new AbortController()
      response.once('close', () => {
        names.splice(names.indexOf(name), 1)
        left.abort()
      })
      const turn = () => {
        enter()
        return new Promise<never>(() => undefined)
      }
      // The end of a turn, or of the wait for it, is the signal: the queue rejects with it.
      queue.add(turn, { signal: left.signal }).catch(() => undefined)
      return true
    },
  }
}

/**
 * Admits sign-ins in their turn and everything else at once: a flood of attempts must not take Next's time from those
 * who are signed in. Known browsers have a queue of their own, with two places for each account.
 */
export function createSignInQueue(pass: RequestListener): RequestListener {
  const strangers = createTurnQueue(AT_ONCE)
  const known = createTurnQueue({ ...AT_ONCE, maxOfName: 2 })
  return (request, response) => {
    if (request.method !== 'POST' || !SIGN_IN.test(pathOf(request.url))) return pass(request, response)
    // The turn comes when another request's has ended, and must still run in this request's async context.
    const passHere = AsyncResource.bind((body: Buffer) => pass(replay(request, body), response))
    gather(request, (body) => {
      if (request.socket.destroyed) return
      if (body === null) return refuse(response, 413, 'unavailable')
      const enter = () => passHere(body)
      const account = knownBrowser(request.headers.cookie)
      const hasPlace =
        account === null ? strangers.join('', response, enter) : known.join(account, response, enter)
      if (!hasPlace) setTimeout(refuse, PAUSE_MS, response, 429, 'busy')
    })
  }
}

/** Returns the path as Next reads it, however it is written. */
const pathOf = (url: string | undefined) => decodeURIComponent(new URL(`http://localhost${url}`).pathname)

/** Returns the known browser's account, if the app says that it issued its cookie; see app/_server/boot.ts. */
function knownBrowser(cookie: string | undefined): string | null {
  const value = BROWSER.exec(cookie ?? '')?.[1]
  const accountOf = findProcessSingleton<(cookie: string) => string | null>('known-browser')
  return (value && accountOf?.(value)) || null
}

/** Reads the whole body first, so that a slow sender holds no place. Null if the body is too large. */
function gather(request: IncomingMessage, done: (body: Buffer | null) => void): void {
  const parts: Buffer[] = []
  let size = 0
  request.on('data', (part: Buffer) => {
    size += part.length
    if (size <= MAX_BYTES) parts.push(part)
  })
  request.once('end', () => done(size <= MAX_BYTES ? Buffer.concat(parts) : null))
}

/** Returns the same request with its body yet to be read. */
function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new http.IncomingMessage(request.socket)
  const { httpVersion, httpVersionMajor, httpVersionMinor, method, url, headers, rawHeaders } = request
  Object.assign(again, { httpVersion, httpVersionMajor, httpVersionMinor, method, url, headers, rawHeaders })
  again.complete = true
  again.push(body)
  again.push(null)
  return again
}

/** Refuses in the form in which next-auth tells its form why it failed: see app/_server/sign-in-answer.ts. */
function refuse(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': '5',
  })
  response.end(JSON.stringify({ url: `http://localhost/api/auth/error?error=${why}` }))
}
