import { z } from 'zod'
import { invalid, newId, notFound, Secret } from '@/lib/kernel'
import { isStorageFailure, type TeamCtx } from '@/lib/platform/db'
import { hashToken } from '@/lib/platform/vault'
import { createTokenActor, isTokenPermitted, type TokenHolder } from '@/lib/teams/tokens'
import type { Endpoint, EndpointInput } from './endpoint'
import { rateLimitHeaders, toWholeSeconds } from './limits'
import { openApiJson } from './open-api'
import {
  createProblemError,
  problemAnswer,
  STORAGE_PROBLEM,
  toApiProblem,
  UNEXPECTED_PROBLEM,
} from './problems'
import { findEndpoint, readBody, readQuery } from './read-request'
import type { ApiParts } from './services'

const BASE = '/api/v1'
const BEARER = /^Bearer +(\S{1,200})$/i
const IDEMPOTENCY_KEY = /^"?([\x21\x23-\x7e]{1,200})"?$/

/** Answers a request of the API to `/api/v1/…` from a network address. Never throws. */
export async function answerRequest(parts: ApiParts, request: Request, source: string): Promise<Response> {
  const requestId = newId()
  const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' })
  try {
    const { pathname } = new URL(request.url)
    const path = pathname.slice(BASE.length)
    if (path === '/openapi.json' && request.method === 'GET')
      return new Response(openApiJson(), { headers: [...headers, ['content-type', 'application/json']] })
    return await answerHolder(parts, request, { path, source, headers })
  } catch (error) {
    const problem = toApiProblem(error)
    if (!problem) parts.onError(error, requestId)
    return problemAnswer(problem ?? (isStorageFailure(error) ? STORAGE_PROBLEM : UNEXPECTED_PROBLEM), headers)
  }
}

interface AnswerPlace {
  readonly path: string
  readonly source: string
  /** Headers of the answer, whatever it will be. */
  readonly headers: Headers
}

async function answerHolder(parts: ApiParts, request: Request, { path, source, headers }: AnswerPlace) {
  const holder = await findHolder(parts, request, source)
  const allowance = await parts.limits.use(holder.tokenId)
  for (const [name, value] of rateLimitHeaders(allowance)) headers.set(name, value)
  if (allowance.isExceeded) throw tooMany('This token has asked too often.', allowance.resetsInMs)
  // Only for display, so no request fails because of it.
  await parts.holders.touch(holder).catch(() => undefined)
  const found = findEndpoint(request.method, path)
  if (!found)
    throw createProblemError('not_found', 'There is nothing at this address. See /api/v1/openapi.json.')
  if (!found.endpoint) {
    const allow = found.methods.join(', ')
    throw createProblemError('method_not_allowed', `This address takes ${allow}.`, {
      headers: [['allow', allow]],
    })
  }
  const { endpoint, ids } = found
  const { permission } = endpoint
  if (permission !== null && !holder.permissions.includes(permission))
    throw createProblemError(
      'forbidden',
      `This token may not do that. It needs the permission ${permission}.`,
    )
  const { db, clock } = parts
  const ctx: TeamCtx = { team: holder.team, actor: createTokenActor(holder, permission), db, clock }
  const asked = await readAsked(endpoint, request, {
    ctx,
    holder,
    services: parts.services,
    ids: checkedIds(ids),
  })
  // A body may take as long as a minute to arrive.
  if (endpoint.body && permission !== null && !(await isTokenPermitted(ctx, permission))) throw wrongToken()
  return answerWith(parts, endpoint, asked, { request, headers })
}

async function findHolder(
  { holders, tries }: ApiParts,
  request: Request,
  source: string,
): Promise<TokenHolder> {
  const [, text] = BEARER.exec(request.headers.get('authorization') ?? '') ?? []
  if (text === undefined)
    throw createProblemError(
      'unauthenticated',
      'Send a token of the team: “Authorization: Bearer pt_…”.',
      AS_BEARER,
    )
  const hash = hashToken(text)
  const waitMs = await tries.waitMs(hash, source)
  if (waitMs > 0) throw tooMany('Too many wrong tokens came from this address.', waitMs)
  const holder = await holders.find(new Secret(text))
  if (holder) {
    tries.right(hash)
    return holder
  }
  await tries.wrong(hash, source)
  throw wrongToken()
}

const AS_BEARER = { headers: [['www-authenticate', 'Bearer']] } as const
const wrongToken = () =>
  createProblemError('unauthenticated', 'This token is wrong, revoked or expired.', AS_BEARER)

const tooMany = (detail: string, waitMs: number) =>
  createProblemError('rate_limited', `${detail} Try again in ${toWholeSeconds(waitMs)} seconds.`, {
    headers: [['retry-after', String(toWholeSeconds(waitMs))]],
  })

/** Throws `not_found` for a text in place of an id that is not an id. */
function checkedIds(ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, text] of Object.entries(ids))
    if (!z.uuid().safeParse(text).success)
      throw notFound(
        `The ${name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`,
      )
  return ids
}

type AnyAsked = EndpointInput<string, z.ZodObject, z.ZodObject>

async function readAsked(
  { query, body, takesIdempotencyKey }: Endpoint,
  request: Request,
  known: Pick<AnyAsked, 'ctx' | 'holder' | 'services' | 'ids'>,
): Promise<AnyAsked> {
  return {
    ...known,
    query: readQuery(query, new URL(request.url).searchParams),
    idempotencyKey: takesIdempotencyKey ? readIdempotencyKey(request) : '',
    body: body ? await readBody(body, request) : {},
  }
}

function readIdempotencyKey(request: Request): string {
  const [, key] = IDEMPOTENCY_KEY.exec(request.headers.get('idempotency-key') ?? '') ?? []
  if (key !== undefined) return key
  throw invalid('Send the header Idempotency-Key: 1 to 200 characters, new for each run that you want.')
}

async function answerWith(
  { streams }: ApiParts,
  endpoint: Endpoint,
  asked: AnyAsked,
  { request, headers }: { readonly request: Request; readonly headers: Headers },
): Promise<Response> {
  const { permission, status } = endpoint
  const { ctx } = asked
  const outcome = await endpoint.handle(asked)
  const isAllowed = async () => permission === null || isTokenPermitted(ctx, permission)
  const { signal } = request
  if (outcome.kind === 'file') return streams.file(ctx, outcome.open, isAllowed, headers, signal)
  if (outcome.kind === 'events') return streams.events(ctx, outcome.feed, isAllowed, headers, signal)
  if (status === 204) return new Response(null, { status, headers })
  return Response.json(outcome.value, { status, headers })
}
