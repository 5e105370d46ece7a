// Makes sign-ins queue at the door, where waiting costs nothing: a flood of attempts must not take Next's time from
// those who are signed in. See docs/decisions/0024.
import { AsyncResource } from 'node:async_hooks'
import http from 'node:http'

const SIGN_IN = /^\/api\/auth\/callback\//
const BROWSER = /(?:^|;\s*)(?:__Host-)?purser\.browser=([^;]+)/
/** Maximum size of a sign-in form in bytes. One with an e-mail address and a password has a few hundred. */
const MAX = 8192
/**
 * Pause before a refusal. A client that is refused at once tries again at once, and a hundred of them would take much
 * of the process's time.
 */
const PAUSE_MS = 250

/** Creates a queue that admits `atOnce` requests and keeps `mostWaiting` waiting, at most `mostOfName` of one name. */
export function createLine({ atOnce, mostWaiting, mostOfName }) {
  const waiting = new Set()
  const names = new Map()
  let inside = 0
  const next = () => {
    for (const entry of waiting) {
      if (inside >= atOnce) return
      waiting.delete(entry)
      inside++
      entry.isInside = true
      entry.enter()
    }
  }
  return {
    /** Calls `enter` in its turn, which lasts until the response closes. Returns false if there is no room to wait. */
    join(name, response, enter) {
      const ofName = names.get(name) ?? 0
      if (waiting.size >= mostWaiting || ofName >= mostOfName) return false
      const entry = { enter, isInside: false }
      names.set(name, ofName + 1)
      response.once('close', () => {
        const left = (names.get(name) ?? 1) - 1
        if (left === 0) names.delete(name)
        else names.set(name, left)
        if (entry.isInside) inside--
        waiting.delete(entry)
        next()
      })
      waiting.add(entry)
      next()
      return true
    },
  }
}

/**
 * Admits sign-ins in their turn and everything else at once. Known browsers have a queue of their own, with two places
 * for each account.
 */
export function createSignInLine(pass) {
  const strangers = createLine({ atOnce: 4, mostWaiting: 32, mostOfName: Number.POSITIVE_INFINITY })
  const known = createLine({ atOnce: 4, mostWaiting: 32, mostOfName: 2 })
  return (request, response) => {
    if (request.method !== 'POST' || !SIGN_IN.test(pathOf(request.url))) return pass(request, response)
    gather(request, (body) => {
      if (request.socket.destroyed) return
      if (body === null) return refuse(response, 413, 'unavailable')
      const name = knownBrowser(request.headers.cookie)
      // The turn comes when another request's has ended, and must still run in this request's async context.
      const enter = AsyncResource.bind(() => pass(replay(request, body), response))
      const hasPlace = name === null ? strangers.join('', response, enter) : known.join(name, response, enter)
      if (!hasPlace) setTimeout(refuse, PAUSE_MS, response, 429, 'busy')
    })
  }
}

/** Returns the path as Next reads it, however it is written. */
const pathOf = (url) => decodeURIComponent(new URL(`http://localhost${url}`).pathname)

/** Returns the known browser's account, if the app says that it issued its cookie; see app/_server/boot.ts. */
function knownBrowser(cookie) {
  const value = BROWSER.exec(cookie ?? '')?.[1]
  return (value && globalThis[Symbol.for('purser.known-browser')]?.value(value)) ?? null
}

/** Reads the whole body first, so that a slow sender holds no place. Null if the body is too large. */
function gather(request, done) {
  const parts = []
  let size = 0
  request.on('data', (part) => {
    size += part.length
    if (size <= MAX) parts.push(part)
  })
  request.once('end', () => done(size <= MAX ? Buffer.concat(parts) : null))
}

/** Returns the same request with its body yet to be read. */
function replay(request, body) {
  const again = new http.IncomingMessage(request.socket)
  const { httpVersion, httpVersionMajor, httpVersionMinor, method, url, headers, rawHeaders } = request
  Object.assign(again, { httpVersion, httpVersionMajor, httpVersionMinor, method, url, headers, rawHeaders })
  again.complete = true
  again.push(body)
  again.push(null)
  return again
}

/** Refuses in the form in which next-auth tells its form why it failed: see app/_server/client-auth.ts. */
function refuse(response, status, why) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': '5',
  })
  response.end(JSON.stringify({ url: `http://localhost/api/auth/error?error=${why}` }))
}
