import { z } from 'zod'
import type { TeamCtx } from '@/lib/platform/db'
import type { Permission, TokenHolder } from '@/lib/teams/tokens'
import type { ApiServices, EventFeed, FileToSend } from './services'

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

export const GROUPS = [
  'Token',
  'Wallets',
  'Keys',
  'Usage',
  'Searches',
  'Runs',
  'Budgets',
  'Alerts',
  'Audit log',
] as const
export type EndpointGroup = (typeof GROUPS)[number]

/** The ids that a path names: "runId" for "/runs/{runId}". */
type IdsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | IdsOf<Rest>
  : never

/** The checked input of an endpoint. */
export interface ApiAsked<Ids extends string, Query extends z.ZodObject, Body extends z.ZodObject> {
  readonly ctx: TeamCtx
  readonly holder: TokenHolder
  readonly services: ApiServices
  readonly ids: Readonly<Record<Ids, string>>
  readonly query: z.output<Query>
  readonly body: z.output<Body>
  /** The caller's own name for what it starts; empty if the endpoint takes none. */
  readonly idempotencyKey: string
}

/** The result of an endpoint. */
export type ApiOutcome =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'file'; open(): Promise<FileToSend> }
  | { readonly kind: 'events'; readonly feed: EventFeed }

/** An endpoint's example: a request, and a possible answer. */
export interface Example {
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: unknown
  readonly answer: unknown
}

/** One endpoint, from which the router, the document, the page and the tests are made. */
export interface Endpoint {
  /** Name of the operation: "listWallets". */
  readonly name: string
  readonly method: Method
  /** Path below /api/v1: "/wallets/{walletId}". */
  readonly path: string
  readonly group: EndpointGroup
  /** Permission that a token needs; null: none. */
  readonly permission: Permission | null
  /** Summary in a few words. */
  readonly summary: string
  /** Further facts to know. */
  readonly description: string | null
  readonly query: z.ZodObject
  readonly body: z.ZodObject | null
  readonly takesIdempotencyKey: boolean
  readonly status: 200 | 201 | 204
  readonly returns: 'json' | 'file' | 'events'
  /** Schema of the JSON or of the events' data; for a file, a text. */
  readonly answer: z.ZodType
  readonly example: Example
  handle(asked: ApiAsked<string, z.ZodObject, z.ZodObject>): Promise<ApiOutcome>
}

interface Spec<Path extends string, Query extends z.ZodObject, Body extends z.ZodObject>
  extends Pick<Endpoint, 'name' | 'method' | 'group' | 'permission' | 'summary'> {
  readonly path: Path
  readonly description?: string
  readonly query?: Query
  readonly body?: Body
  readonly takesIdempotencyKey?: true
}

type SpecExample<Query extends z.ZodObject, Body extends z.ZodObject, Answer> = {
  readonly query?: { readonly [Name in keyof z.input<Query>]?: string }
  readonly body?: z.input<Body>
  readonly answer: Answer
}

const NO_FIELDS = z.strictObject({})
type NoFields = typeof NO_FIELDS

/** Schema of an empty answer. */
export const NOTHING = z.null()
const TEXT = z.string()

function made<Path extends string, Query extends z.ZodObject, Body extends z.ZodObject>(
  spec: Spec<Path, Query, Body>,
  more: Pick<Endpoint, 'status' | 'returns' | 'answer' | 'example'>,
  handle: (asked: ApiAsked<IdsOf<Path>, Query, Body>) => Promise<ApiOutcome>,
): Endpoint {
  const { name, method, path, group, permission, summary, description = null } = spec
  return {
    ...{ name, method, path, group, permission, summary, description },
    query: spec.query ?? NO_FIELDS,
    body: spec.body ?? null,
    takesIdempotencyKey: spec.takesIdempotencyKey === true,
    ...more,
    // The router fills in what the path and the schemas of this very endpoint state.
    handle: (asked) => handle(asked as ApiAsked<IdsOf<Path>, Query, Body>),
  }
}

/** Creates an endpoint that answers with JSON, or with nothing (`NOTHING`). */
export const endpoint = <
  const Path extends string,
  Answer extends z.ZodType,
  Query extends z.ZodObject = NoFields,
  Body extends z.ZodObject = NoFields,
>({
  answer,
  status,
  example,
  handle,
  ...spec
}: Spec<Path, Query, Body> & {
  readonly answer: Answer
  readonly status?: 200 | 201
  readonly example: SpecExample<Query, Body, z.output<Answer>>
  handle(asked: ApiAsked<IdsOf<Path>, Query, Body>): Promise<z.output<Answer>>
}): Endpoint =>
  made(
    spec,
    { status: answer instanceof z.ZodNull ? 204 : (status ?? 200), returns: 'json', answer, example },
    async (asked) => ({ kind: 'json', value: await handle(asked) }),
  )

/** Creates an endpoint that answers with a file, written while it is sent. */
export const fileEndpoint = <const Path extends string, Query extends z.ZodObject = NoFields>({
  example,
  open,
  ...spec
}: Spec<Path, Query, NoFields> & {
  readonly example: SpecExample<Query, NoFields, string>
  open(asked: ApiAsked<IdsOf<Path>, Query, NoFields>): Promise<FileToSend>
}): Endpoint =>
  made(spec, { status: 200, returns: 'file', answer: TEXT, example }, async (asked) => ({
    kind: 'file',
    open: () => open(asked),
  }))

/** Creates an endpoint that answers with server-sent events; `answer` is the data of each. */
export const eventsEndpoint = <const Path extends string, Answer extends z.ZodType>({
  answer,
  example,
  follow,
  ...spec
}: Spec<Path, NoFields, NoFields> & {
  readonly answer: Answer
  readonly example: SpecExample<NoFields, NoFields, z.output<Answer>>
  follow(asked: ApiAsked<IdsOf<Path>, NoFields, NoFields>): Promise<EventFeed>
}): Endpoint =>
  made(spec, { status: 200, returns: 'events', answer, example }, async (asked) => ({
    kind: 'events',
    feed: await follow(asked),
  }))
