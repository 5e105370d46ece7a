import { z } from 'zod'
import { CLI_ENDPOINTS, type Endpoint } from '@/lib/api'
import { AppError, type Clock, type ErrorCode, foldText, invalid } from '@/lib/kernel'
import type { ProgramIo } from './io'

const TRIES = 3
const PAUSE_MS = 1000
/** Maximum wait that Purser may ask for. After a longer one the call is not tried again. */
const MAX_WAIT_S = 60

/** Input of one call, by the names that the endpoint gives it. */
export interface ApiCallInput {
  readonly ids?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Only a change with such a key is tried again. */
  readonly idempotencyKey?: string
}

/** Calls Purser's API with the token of PURSER_TOKEN. Throws a message for people unless the answer is as expected. */
export interface ProgramApi {
  call<Answer extends z.ZodType>(endpoint: Endpoint<Answer>, input?: ApiCallInput): Promise<z.output<Answer>>
  /** Returns the body of an answer as it arrives: a file, or events. */
  open(endpoint: Endpoint, input?: ApiCallInput): Promise<ReadableStream<Uint8Array>>
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
  // The failure of a header that cannot be sent would quote it.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw invalid('PURSER_TOKEN holds a space, a line break or a character that no token has. Copy it again.')
  const send = ({ method, path }: Endpoint, { ids = {}, query = {}, body, idempotencyKey }: ApiCallInput) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
    const url = new URL(`${base}/api/v1${filled}`)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value))
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
    async call(endpoint, input = {}) {
      const answer = await send(endpoint, input)
      const read = endpoint.answer.safeParse(
        answer.status === 204 ? null : await answer.json().catch(() => null),
      )
      if (read.success) return read.data
      throw new AppError(
        'unavailable',
        `${base} answered otherwise than this version of the command expects.`,
      )
    },
    async open(endpoint, input = {}) {
      const { body } = await send(endpoint, input)
      if (!body) throw new AppError('unavailable', 'Purser answered with nothing.')
      return body
    },
  }
}

function readBase(text: string | undefined): string {
  const isUrl = text !== undefined && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  if (!isUrl)
    throw invalid('Set PURSER_URL to the address of your Purser, such as https://purser.example.org.')
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw invalid('PURSER_URL must hold no user name or password: they cannot be sent together with a token.')
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

/** Yields the data of server-sent events until the stream ends. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ type: string; data: string }> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true })
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const data = fieldOf(lines, 'data')
      if (data !== undefined) yield { type: fieldOf(lines, 'event') ?? 'message', data }
    }
  }
}

const fieldOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)

/** A list of the API, of which the command line reads all. */
type ListEndpoint<Item> = Endpoint<z.ZodType<{ data: Item[]; next: string | null }>>

/** Returns everything in a list of the API. */
export async function listAllPages<Item>(api: ProgramApi, endpoint: ListEndpoint<Item>): Promise<Item[]> {
  const all: Item[] = []
  for (let after: string | undefined; ; ) {
    const { data, next } = await api.call(endpoint, { query: { after } })
    all.push(...data)
    if (next === null) return all
    after = next
  }
}

interface ListedThing {
  readonly id: string
  readonly name: string
}

/** Lists of what has a name, by the parameter for its id: `walletId`. Everything else is given by id. */
export const NAMED_LISTS: Readonly<Record<string, ListEndpoint<ListedThing>>> = {
  wallet: CLI_ENDPOINTS.listWallets,
  environment: CLI_ENDPOINTS.listEnvironments,
  key: CLI_ENDPOINTS.listKeys,
  service: CLI_ENDPOINTS.listServices,
  search: CLI_ENDPOINTS.listSearches,
  budget: CLI_ENDPOINTS.listBudgets,
}

/**
 * Returns the one entry of a list with this id or name; else with this name in other letter case or Unicode form.
 * Throws `invalid` if there is none, or if several have the name.
 */
export function findByName<Thing extends ListedThing>(
  all: readonly Thing[],
  kindLabel: string,
  text: string,
): Thing {
  const exact = all.filter(({ id, name }) => id === text || name === text)
  const folded = foldText(text)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => foldText(name) === folded)
  const [first] = found
  if (first && found.length === 1) return first
  if (first)
    throw invalid(`Several have the name “${text}”: ${found.map(({ id }) => id).join(', ')}. Give an id.`)
  throw invalid(
    `There is no ${kindLabel} “${text}”. There are: ${all.map(({ name }) => name).join(', ') || 'none'}.`,
  )
}

/** Returns names by id; an empty map for what has no names, or if the token may not read them. */
export async function listNamesById(api: ProgramApi, kind: string): Promise<ReadonlyMap<string, string>> {
  const list = NAMED_LISTS[kind]
  if (!list) return new Map()
  try {
    return new Map((await listAllPages(api, list)).map(({ id, name }) => [id, name]))
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return new Map()
    throw error
  }
}
