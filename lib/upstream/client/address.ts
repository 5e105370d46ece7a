import { invalid, OPERATIONS, SUBJECTS } from '@/lib/kernel'
import { countToSend, PATH_FIELDS } from './operations'
import { notSent } from './problems'
import type { Provider } from './provider'
import type { PageRequest, ReadResult } from './types'

/** Splits a base address into what every request needs. Throws `invalid` if it is no plain http(s) address. */
export function readBaseUrl(text: string): { readonly origin: string; readonly prefix: string } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('The upstream’s address must be a URL that begins with http:// or https://.')
  if (url.username || url.password || url.search || url.hash)
    throw invalid('The upstream’s address must hold no user name, password, query or fragment.')
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

/** The path and query of a page (upstream-interface, Endpoints), or the reason why the request makes no sense. */
export function pagePath(request: PageRequest, provider: Provider): ReadResult<string> {
  const subject = request.subject.trim()
  const parameters: [string, string][] = []
  if (OPERATIONS[request.operation].subject === 'query') {
    if (subject === '') return { ok: false, problem: notSent('bad_request', SUBJECTS.query.missing) }
    parameters.push([provider.searchQueryParameter, subject], ['product', request.product ?? 'Latest'])
  } else if (/^\.{0,2}$/.test(subject)) {
    // "." and ".." are steps in a path: every server on the way would resolve them to another endpoint.
    return { ok: false, problem: notSent('bad_request', SUBJECTS.user.missing) }
  }
  parameters.push(['count', String(countToSend(request.operation, request.count))])
  if (request.cursor !== undefined) parameters.push(['cursor', request.cursor])
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return {
    ok: true,
    value: `${provider[PATH_FIELDS[request.operation]].replace('{user}', () => encode(subject))}?${query}`,
  }
}

/** encodeURIComponent throws on half a surrogate pair; such a half becomes the replacement character. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
