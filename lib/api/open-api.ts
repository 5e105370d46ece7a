import { z } from 'zod'
import { exampleRequest } from './describe'
import type { Endpoint, EndpointEntry } from './endpoint'
import { ENDPOINT_GROUPS, ENDPOINTS } from './endpoints'
import { schemaRegistry } from './shapes'

type DocumentPart = Readonly<Record<string, unknown>>

const PROBLEM: DocumentPart = {
  type: 'object',
  description: 'A problem (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do.' },
    code: { type: 'string' },
    requestId: { type: 'string', description: 'Names the line in the server’s log.' },
    errors: {
      type: 'array',
      description: 'What is wrong with which parameter or field.',
      items: {
        type: 'object',
        required: ['name', 'problem'],
        properties: { name: { type: 'string' }, problem: { type: 'string' } },
      },
    },
  },
}

let written: string | undefined

/** Returns the OpenAPI document as text; it is the same for everybody. */
export const openApiJson = (): string => {
  written ??= JSON.stringify(buildOpenApi())
  return written
}

/** Builds the OpenAPI 3.1 document of all endpoints. */
export function buildOpenApi(): DocumentPart {
  const schemas: Record<string, unknown> = { Problem: PROBLEM }
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): DocumentPart => {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, { io, metadata: schemaRegistry, override: shorten })
    const moved = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as T
    for (const [name, { id: __, ...definition }] of Object.entries($defs)) schemas[name] = moved(definition)
    const { id: ___, ...rest } = own
    return moved(rest)
  }
  const paths: Record<string, Record<string, DocumentPart>> = {}
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] ??= {}
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operationOf(endpoint, schemaOf),
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Purser',
      version: '1',
      description:
        'What a team’s programs can read and do. Amounts are credits, or the currency that the service’s balance counts, as decimal text, exact; moments are ISO 8601 in UTC. Lists go on with `after`: the `next` of the answer before. Unknown parameters are refused.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    tags: ENDPOINT_GROUPS.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of the team: pt_…' },
      },
      responses: {
        Problem: {
          description: 'Why it was not done.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      schemas,
    },
  }
}

/** Leaves out what a format and a type already say. */
function shorten({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function operationOf(
  endpoint: EndpointEntry,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => DocumentPart,
): DocumentPart {
  const { name, group, permission, summary, description, query, body, status, returns, answer } = endpoint
  const needs = permission === null ? 'Every token may.' : `Needs the permission \`${permission}\`.`
  const content = {
    json: { 'application/json': { schema: schemaOf(answer, 'output'), example: endpoint.example.answer } },
    events: { 'text/event-stream': { schema: schemaOf(answer, 'output') } },
    file: { '*/*': { schema: { type: 'string', format: 'binary' } } },
  }[returns]
  return {
    operationId: name,
    tags: [group],
    summary,
    description: description === null ? needs : `${description} ${needs}`,
    parameters: [
      ...pathParameters(endpoint),
      ...queryParameters(schemaOf(query, 'input')),
      ...keyParameter(endpoint),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaOf(body, 'input'), example: exampleRequest(endpoint).body },
        },
      },
    }),
    responses: {
      [String(status)]: { description: summary, ...(status !== 204 && { content }) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

const pathParameters = ({ path }: Endpoint): DocumentPart[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))

function queryParameters({ properties = {}, required = [] }: DocumentPart): DocumentPart[] {
  return Object.entries(properties as Record<string, DocumentPart>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      required: (required as readonly string[]).includes(name),
      schema,
    }),
  )
}

const keyParameter = ({ takesIdempotencyKey }: Endpoint): DocumentPart[] =>
  takesIdempotencyKey
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Your own name for what is started: a repeat with the same one starts nothing twice.',
          required: true,
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      ]
    : []
