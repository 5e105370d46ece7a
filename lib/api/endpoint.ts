import { z } from 'zod'
import type { TeamCtx } from '@/lib/platform/db'
import type { Permission, TokenHolder } from '@/lib/teams/tokens'
import type { ApiServices, EventFeed, FileToSend } from './services'
import { listAnswerSchema, shortListInputSchema, sliceAfterId } from './shapes'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Method and path below /api/v1: "GET /wallets/{walletId}". */
type EndpointRoute = `${Method} /${string}`

/** The ids that a route names: "runId" for "GET /runs/{runId}". */
type IdsOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | IdsOf<Rest>
  : never

/** The checked input of an endpoint. */
export interface EndpointInput<Ids extends string, Query extends z.ZodObject, Body extends z.ZodObject> {
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
type ApiOutcome =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'file'; open(): Promise<FileToSend> }
  | { readonly kind: 'events'; readonly feed: EventFeed }

/** An endpoint's example: a request, and a possible answer. */
interface Example {
  readonly query?: Readonly<Record<string, string | undefined>> | undefined
  readonly body?: unknown
  readonly answer: unknown
}

/** One endpoint, from which the router, the document, the page, the command line and the tests are made. */
export interface Endpoint<Answer extends z.ZodType = z.ZodType> {
  readonly method: Method
  /** Path below /api/v1: "/wallets/{walletId}". */
  readonly path: string
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
  readonly answer: Answer
  readonly example: Example
  handle(asked: EndpointInput<string, z.ZodObject, z.ZodObject>): Promise<ApiOutcome>
}

/** An endpoint as it stands in the table. */
export interface EndpointEntry extends Endpoint {
  /** Name of the operation: "listWallets". */
  readonly name: string
  /** Heading under which the page and the document show it. */
  readonly group: string
}

interface Spec<Path extends EndpointRoute, Query extends z.ZodObject, Body extends z.ZodObject>
  extends Pick<Endpoint, 'permission' | 'summary'> {
  readonly route: Path
  readonly description?: string
  readonly query?: Query
  readonly body?: Body
  readonly takesIdempotencyKey?: true
}

interface SpecExample<Query extends z.ZodObject, Body extends z.ZodObject, Answer> {
  readonly query?: { readonly [Name in keyof z.input<Query>]?: string }
  readonly body?: z.input<Body>
  readonly answer: Answer
}

const NO_FIELDS = z.strictObject({})
type NoFields = typeof NO_FIELDS

/** Schema of an empty answer. */
export const emptyResponseSchema = z.null()

function made<
  Path extends EndpointRoute,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Answer extends z.ZodType,
>(
  { route, permission, summary, ...spec }: Spec<Path, Query, Body>,
  more: Pick<Endpoint<Answer>, 'status' | 'returns' | 'answer' | 'example'>,
  handle: (asked: EndpointInput<IdsOf<Path>, Query, Body>) => Promise<ApiOutcome>,
): Endpoint<Answer> {
  const [method, path] = route.split(' ') as [Method, string]
  return {
    method,
    path,
    permission,
    summary,
    description: spec.description ?? null,
    query: spec.query ?? NO_FIELDS,
    body: spec.body ?? null,
    takesIdempotencyKey: spec.takesIdempotencyKey === true,
    ...more,
    // The router fills in what the path and the schemas of this very endpoint state.
    handle: (asked) => handle(asked as EndpointInput<IdsOf<Path>, Query, Body>),
  }
}

/** Creates an endpoint that answers with JSON, or with nothing (`NOTHING`). */
export const defineEndpoint = <
  const Path extends EndpointRoute,
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
  handle(asked: EndpointInput<IdsOf<Path>, Query, Body>): Promise<z.output<Answer>>
}): Endpoint<Answer> =>
  made(
    spec,
    { status: answer instanceof z.ZodNull ? 204 : (status ?? 200), returns: 'json', answer, example },
    async (asked) => ({ kind: 'json', value: await handle(asked) }),
  )

/** Creates an endpoint that answers with a list that is short enough to be read whole. */
export const defineListEndpoint = <
  const Path extends EndpointRoute,
  Item extends z.ZodType<{ readonly id: string }>,
>({
  item,
  example,
  list,
  ...spec
}: Pick<Spec<Path, NoFields, NoFields>, 'route' | 'permission' | 'summary'> & {
  readonly item: Item
  readonly example: z.output<Item>
  list(asked: EndpointInput<IdsOf<Path>, typeof shortListInputSchema, NoFields>): Promise<z.output<Item>[]>
}) =>
  defineEndpoint({
    ...spec,
    query: shortListInputSchema,
    answer: listAnswerSchema(item),
    example: { answer: { data: [example], next: null } },
    handle: async (asked: EndpointInput<IdsOf<Path>, typeof shortListInputSchema, NoFields>) =>
      sliceAfterId(await list(asked), asked.query),
  })

/** Creates an endpoint that answers with a file, written while it is sent. */
export const defineFileEndpoint = <const Path extends EndpointRoute, Query extends z.ZodObject = NoFields>({
  example,
  open,
  ...spec
}: Spec<Path, Query, NoFields> & {
  readonly example: SpecExample<Query, NoFields, string>
  open(asked: EndpointInput<IdsOf<Path>, Query, NoFields>): Promise<FileToSend>
}): Endpoint<z.ZodString> =>
  made(spec, { status: 200, returns: 'file', answer: z.string(), example }, async (asked) => ({
    kind: 'file',
    open: () => open(asked),
  }))

/** Creates an endpoint that answers with server-sent events; `answer` is the data of each. */
export const defineEventsEndpoint = <const Path extends EndpointRoute, Answer extends z.ZodType>({
  answer,
  example,
  follow,
  ...spec
}: Spec<Path, NoFields, NoFields> & {
  readonly answer: Answer
  readonly example: SpecExample<NoFields, NoFields, z.output<Answer>>
  follow(asked: EndpointInput<IdsOf<Path>, NoFields, NoFields>): Promise<EventFeed>
}): Endpoint<Answer> =>
  made(spec, { status: 200, returns: 'events', answer, example }, async (asked) => ({
    kind: 'events',
    feed: await follow(asked),
  }))
