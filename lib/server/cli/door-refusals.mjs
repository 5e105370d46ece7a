// What the door refuses: what Next would answer with an error of its own, and what pages of others send.

/** A status for a request that must not pass; null for one that may. */
export function refusalOf({ method, url, headers }) {
  if (method === 'TRACE' || method === 'TRACK') return 405
  // Next sends a whole address on to where it points, and fails at `*`.
  if (!url?.startsWith('/')) return 400
  const { origin, 'next-router-state-tree': state } = headers
  if (origin !== undefined && origin !== 'null' && !URL.canParse(origin)) return 400
  if (method !== 'GET' && method !== 'HEAD' && isForeign(headers)) return 403
  if (method === 'POST' && !url.startsWith('/api/') && !isActionOrForm(headers)) return 400
  return isEncoded(url) && (state === undefined || isRouterState(state)) ? null : 400
}

/** Whether a page of another address sent it. A browser always says which; Next would compare the same and answer 500. */
function isForeign({ origin, host, 'x-forwarded-host': forwarded }) {
  if (origin === undefined) return false
  const own = forwarded?.split(',', 1)[0]?.trim() ?? host
  return origin === 'null' || new URL(origin).host !== own?.toLowerCase()
}

/**
 * Whether what is posted to a page can be an action or a plain form. Next answers 500 for an action as a plain form, and
 * for parts of a form that it cannot read; a form with parts is sent by the script of an action alone.
 */
function isActionOrForm({ 'next-action': action, 'content-type': type = '' }) {
  return action === undefined
    ? !/^multipart\//i.test(type)
    : !/^application\/x-www-form-urlencoded/i.test(type)
}

/** Whether an address can be read. No text has the character of number zero, and PostgreSQL fails at one. */
function isEncoded(url) {
  try {
    decodeURIComponent(url.split('?', 1)[0])
    return !url.includes('%00')
  } catch {
    return false
  }
}

/** Next's tree of segments: [name, { slot: tree }, …]. */
function isRouterState(text) {
  try {
    return text.length <= 40_000 && isTree(JSON.parse(decodeURIComponent(text)))
  } catch {
    return false
  }
}

function isTree(tree) {
  if (!Array.isArray(tree)) return false
  const [segment, slots] = tree
  const isSegment = typeof segment === 'string' || (Array.isArray(segment) && segment.length >= 3)
  const isMap = typeof slots === 'object' && slots !== null && !Array.isArray(slots)
  return isSegment && isMap && Object.values(slots).every(isTree)
}
