import { invalid, OPERATIONS, SUBJECTS } from '@/lib/kernel'
import { notSentProblem } from './problems'
import { type ListForm, listFormOf, type Provider } from './provider'
import type { PageRequest, ReadResult } from './types'

/** Splits a base address into its origin and path prefix. Throws `invalid` if it is not a plain http(s) address. */
export function readBaseUrl(text: string): { readonly origin: string; readonly prefix: string } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('The API’s address must be a URL that begins with http:// or https://.')
  if (url.username || url.password || url.search || url.hash)
    throw invalid('The API’s address must hold no user name, password, query or fragment.')
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

/**
 * Returns a page's path and query by the provider, or the reason why the request makes no sense. Only what the list
 * names is sent.
 */
export function pagePath(request: PageRequest, provider: Provider): ReadResult<string> {
  const form = listFormOf(provider, request.operation)
  const subject = subjectToSend(request, form)
  if (subject === null) {
    const { missing } = SUBJECTS[OPERATIONS[request.operation].subject]
    return { ok: false, problem: notSentProblem('bad_request', missing) }
  }
  const parameters: [string, string][] = []
  if (form.subject.in === 'query') parameters.push([form.subject.name, subject])
  const { product, count, cursor, fixed } = form
  if (product) parameters.push([product.name, request.product === 'Top' ? product.top : product.latest])
  if (count.name !== null) parameters.push([count.name, String(countToSend(form, request.count))])
  parameters.push(...Object.entries(fixed))
  if (request.cursor !== undefined) parameters.push([cursor.send, request.cursor])
  return { ok: true, value: at(form, subject, parameters) }
}

/** Returns the path and query of a handle's look-up. Null if the provider has no look-up or no handle is given. */
export function lookupPath(handle: string, { lookup }: Pick<Provider, 'lookup'>): string | null {
  const user = withoutAt(handle.trim())
  if (lookup === null || isStep(user)) return null
  return at(lookup, user, lookup.subject.in === 'query' ? [[lookup.subject.name, user]] : [])
}

function at(
  { path, subject: { in: where } }: { readonly path: string; readonly subject: { readonly in: string } },
  subject: string,
  parameters: readonly (readonly [string, string])[],
): string {
  const there = where === 'path' ? path.replace('{user}', () => encode(subject)) : path
  const query = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return query === '' ? there : `${there}?${query}`
}

/** Returns the subject in the form that the list expects; null if there is none. */
function subjectToSend({ operation, subject, userId }: PageRequest, form: ListForm): string | null {
  const given = subject.trim()
  if (OPERATIONS[operation].subject === 'query') return given === '' ? null : given
  const user =
    form.subject.is === 'id' ? (userId ?? given) : form.subject.is === 'handle' ? withoutAt(given) : given
  return isStep(user) ? null : user
}

/** Recognises "." and "..", which every server on the way would resolve to another endpoint. */
const isStep = (text: string): boolean => /^\.{0,2}$/.test(text)

/** Strips the "@" that people type before a handle and services do not expect. */
const withoutAt = (handle: string): string => handle.replace(/^@/, '')

/** Returns the count to send: a whole number within what the list sells, or the maximum if none is given. */
function countToSend({ count: { floor, maximum } }: ListForm, wish: number | undefined): number {
  return wish === undefined || !Number.isInteger(wish) ? maximum : Math.min(Math.max(wish, floor), maximum)
}

/**
 * Encodes text for a URL. encodeURIComponent throws on half a surrogate pair, so such a half becomes the replacement
 * character.
 */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
