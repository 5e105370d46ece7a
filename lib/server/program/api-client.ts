import { z } from 'zod'
import { AppError, type Clock, type ErrorCode, invalid } from '@/lib/kernel'
import type { ProgramIo } from './io'

const TRIES = 3
const PAUSE_MS = 1000
/** Maximum wait that Purser may ask for. After a longer one the call is not tried again. */
const MAX_WAIT_S = 60

/** Calls Purser's API with the token of PURSER_TOKEN. Throws a message for people unless the answer is as expected. */
export interface ProgramApi {
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<unknown>
  /** Sends a change. Only one with an idempotency key is tried again. */
  send(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<unknown>
  /** Returns the body of an answer as it arrives: a file, or events. */
  open(
    path: string,
    query?: Readonly<Record<string, string | undefined>>,
  ): Promise<ReadableStream<Uint8Array>>
}

interface ApiCall {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string | null
  readonly mayRepeat: boolean
}

export function createProgramApi({ env, clock }: Pick<ProgramIo, 'env' | 'clock'>): ProgramApi {
  const base = readBase(env.PURSER_URL)
  const token = env.PURSER_TOKEN?.trim()
  if (!token) throw invalid('Set PURSER_TOKEN to a token of the API. An admin creates one in Purser.')
  const call = (
    method: string,
    path: string,
    {
      query = {},
      body,
      idempotencyKey,
    }: {
      query?: Readonly<Record<string, string | undefined>>
      body?: unknown
      idempotencyKey?: string | undefined
    },
  ) => {
    const url = new URL(`${base}/api/v1${path}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    const headers = new Headers({ authorization: `Bearer ${token}` })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    const mayRepeat = method === 'GET' || idempotencyKey !== undefined
    return ask(clock, {
      method,
      url,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      mayRepeat,
    })
  }
  return {
    get: async (path, query = {}) => (await call('GET', path, { query })).json(),
    async send(method, path, body, idempotencyKey) {
      const answer = await call(method, path, { body, idempotencyKey })
      return answer.status === 204 ? null : answer.json()
    },
    async open(path, query = {}) {
      const { body } = await call('GET', path, { query })
      if (!body) throw new AppError('unavailable', 'Purser answered with nothing.')
      return body
    },
  }
}

function readBase(text: string | undefined): string {
  const isUrl = text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isUrl)
    throw invalid('Set PURSER_URL to the address of your Purser, such as https://purser.example.org.')
  return text.replace(/\/+$/, '')
}

async function ask(clock: Clock, { url, method, headers, body, mayRepeat }: ApiCall): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === TRIES || !mayRepeat
    const answer = await fetch(url, { method, headers, body, redirect: 'error' }).catch((error: unknown) => {
      if (!isLast) return null
      throw new AppError('unavailable', `Purser at ${url.origin} cannot be reached: ${reasonOf(error)}.`)
    })
    if (answer?.ok) return answer
    const waitS = answer ? waitOf(answer) : 0
    if (isLast || waitS === null) throw await problemIn(answer, url)
    await answer?.body?.cancel()
    await clock.sleep(Math.max(PAUSE_MS, waitS * 1000))
  }
}

/** Returns the seconds to wait before the same request may succeed; null if it will not. */
function waitOf(answer: Response): number | null {
  if (answer.status !== 429 && answer.status !== 503) return null
  const asked = Number(answer.headers.get('retry-after') ?? 0)
  return asked <= MAX_WAIT_S ? asked : null
}

const problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ name: z.string(), problem: z.string() })).default([]),
})

async function problemIn(answer: Response | null, url: URL): Promise<AppError> {
  const told = problem.safeParse(await answer?.json().catch(() => null))
  if (!told.success)
    return new AppError(
      'unavailable',
      `${url.origin} answered ${answer?.status ?? 'nothing'}, and not as Purser does. Is PURSER_URL right?`,
    )
  const parts = told.data.errors.map(({ name, problem }) => `${name}: ${problem}`)
  return new AppError(codeOf(answer?.status), [told.data.detail, ...parts].join('\n'))
}

/**
 * Returns the code of a status that another try does not change. 403 is separate because some texts are only nicer
 * with more permissions.
 */
function codeOf(status: number | undefined): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  return status === 404 ? 'not_found' : 'unavailable'
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
