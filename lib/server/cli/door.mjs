// The door: every request passes it before Next sees it. Next hides who is at the other end, and trusts headers that
// anybody can send. Plain JavaScript, because the web process starts with it. See docs/decisions/0024.
import http from 'node:http'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { createCompression } from './door-compression.mjs'
import { isForGateway, passToGateway } from './door-gateway.mjs'
import { createSignInLine } from './door-line.mjs'
import { refusalOf } from './door-refusals.mjs'
import { answerNamed, nameRequest } from './door-request.mjs'
import { closeWithConnection, cutWhenStill } from './door-responses.mjs'
import { createStyles } from './door-styles.mjs'

/** Headers that tell the app what the door knows. Only the door sets them. */
const SOURCE = 'x-purser-source'
const LOCAL = 'x-purser-local'
const HTTPS = 'x-purser-https'

/** Headers that reveal a proxy or tunnel of any make. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|x-real-ip|x-(original-)?forwarded(-.+)?|x-original-(for|host|url|proto)|x-envoy-.+|cf-(ray|visitor|connecting-.+)|([a-z]+-)*client-ip|x-azure-.+|x-appengine-.+)$/
/** Headers that are removed from an untrusted peer's request. `via` stays, because nothing reads it. */
const CLAIMED = /^(forwarded|x-forwarded-.+|x-real-ip|x-purser-.+)$/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/** Messages to visitors who may not pass, by status. */
const WORDS = {
  400: 'This address cannot be read.',
  403: 'This was sent from a page of another address.',
  405: 'This method is not allowed.',
}

const MAX_CONNECTIONS = 2000
const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
const LOOK_MS = 5000
const YEAR_S = 31_536_000

/** Derives the door's settings from the environment, which was checked before. */
export function doorSettings(env) {
  const trusted = new BlockList()
  for (const range of (env.TRUSTED_PROXIES ?? '').split(',').filter(Boolean)) {
    const [address, bits] = range.trim().split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return {
    trusts: (address) => isIP(address) > 0 && trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'),
    publicUrl: env.NEXTAUTH_URL ? new URL(env.NEXTAUTH_URL) : null,
  }
}

const IPV4_IN_HEX = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i
const dotted = (_, high, low) => {
  const bits = [high, low].map((group) => Number.parseInt(group, 16))
  return bits.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/**
 * Returns an address without port, brackets, zone and the prefix of IPv4 on a dual-stack socket; null if it is not an
 * address.
 */
function plainAddress(text) {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = bare
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .replace(IPV4_IN_HEX, dotted)
  return isIP(address) ? address.toLowerCase() : null
}

/** Returns where a request comes from: behind trusted proxies, the nearest address that is none of theirs. */
export function findSource(peer, forwardedFor, trusts) {
  let source = plainAddress(peer ?? '') ?? 'unknown'
  const hops = (forwardedFor ?? '').split(',').reverse()
  for (const hop of hops) {
    const before = trusts(source) ? plainAddress(hop.trim()) : null
    if (before === null) break
    source = before
  }
  return source
}

/** Cleans a request's headers and sets what the app may know. The result has a status if the request must not pass. */
export function passDoor(request, { trusts, publicUrl }, note = () => undefined) {
  const { headers, socket } = request
  const peer = plainAddress(socket.remoteAddress ?? '') ?? 'unknown'
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name))
  const isTrusted = trusts(peer)
  const source = findSource(peer, isTrusted ? headers['x-forwarded-for'] : undefined, trusts)
  const proto = isTrusted ? headers['x-forwarded-proto']?.split(',').at(-1)?.trim() : undefined
  const isHttps = publicUrl?.protocol === 'https:' || proto === 'https'
  for (const name of Object.keys(headers))
    if (isTrusted ? name.startsWith('x-purser-') : CLAIMED.test(name)) delete headers[name]
  headers[SOURCE] = source
  if (isHttps) headers[HTTPS] = 'yes'
  if (!isForwarded && isAtHome(peer, headers.host, publicUrl)) headers[LOCAL] = 'yes'
  // Next compares an action's origin with the host, which a proxy may have replaced by its own name.
  if (publicUrl && headers.origin === publicUrl.origin) headers['x-forwarded-host'] = publicUrl.host
  if (isForwarded) note({ peer, isTrusted, hasPublicUrl: publicUrl !== null })
  const requestId = nameRequest(headers, isTrusted)
  return { refusal: refusalOf(request), isHttps, requestId, isTrusted }
}

/**
 * Returns whether a request comes from this machine itself. The host's name rules out a foreign page whose name was
 * pointed here.
 */
const isAtHome = (peer, host, publicUrl) =>
  (peer === '::1' || /^127\./.test(peer)) &&
  LOOPBACK_NAME.test((host ?? '').replace(/:\d+$/, '')) &&
  (publicUrl === null || LOOPBACK_NAME.test(publicUrl.hostname))

/**
 * Returns the notes of the door for an operator, each of which is made once. The admins' settings page reads them in
 * the same process.
 */
function doorNotes() {
  const key = Symbol.for('purser.door-notes')
  globalThis[key] ??= { value: new Map() }
  return globalThis[key].value
}

function tell({ peer, isTrusted, hasPublicUrl }) {
  const notes = doorNotes()
  const say = (name, text) => {
    if (notes.has(name)) return
    notes.set(name, text)
    console.warn(text)
  }
  if (!hasPublicUrl)
    say(
      'address',
      'Requests come through a proxy, but NEXTAUTH_URL is not set. Set it to the public address: with https cookies are then marked as secure.',
    )
  if (!isTrusted)
    say(
      'proxy',
      `Requests with the headers of a proxy come from ${peer}, which TRUSTED_PROXIES does not name: those headers are ignored, and all who come that way count as one source.`,
    )
}

function refuse(response, refusal) {
  response.writeHead(refusal, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
    ...(refusal === 405 ? { allow: 'GET, HEAD, POST' } : {}),
  })
  response.end(`${WORDS[refusal]}\n`)
}

/**
 * Answers requests that offer another protocol, as Java's client does, like all others. Next would accept the offer
 * and hold their connections open for ever; only its development server has a use for them.
 */
function answerUpgrades(server) {
  const { on } = server
  server.on = (event, listener) => (event === 'upgrade' ? server : on.call(server, event, listener))
}

/** Puts the door in front of the first HTTP server that this process creates, which is Next's. */
export function installDoor(env) {
  const settings = doorSettings(env)
  const isDevelopment = env.NODE_ENV === 'development'
  const { createServer } = http
  http.createServer = (...given) => {
    http.createServer = createServer
    const listener = given.find((part) => typeof part === 'function')
    const inTurn = createSignInLine(listener)
    const packed = createCompression()
    const bringStyles = createStyles()
    const options = given.find((part) => typeof part === 'object')
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
    }
    const server = createServer({ ...options, ...limits }, (request, response) => {
      closeWithConnection(request.socket, response)
      cutWhenStill(response)
      const { refusal, isHttps, ...named } = passDoor(request, settings, tell)
      if (isHttps) response.setHeader('strict-transport-security', `max-age=${YEAR_S}`)
      // The worker names, counts and refuses requests to the gateway.
      if (isForGateway(request)) return passToGateway(request, response)
      answerNamed(request, response, named, () =>
        refusal === null
          ? packed(request, response, () => {
              if (!isDevelopment) bringStyles(response)
              inTurn(request, response)
            })
          : refuse(response, refusal),
      )
    })
    server.maxConnections = MAX_CONNECTIONS
    if (!isDevelopment) answerUpgrades(server)
    return server
  }
}
