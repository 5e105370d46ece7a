import { z } from 'zod'
import { formatCount } from '@/lib/kernel'
import type { Endpoint } from './endpoint'
import { EXAMPLE_IDS, schemaRegistry } from './shapes'

/** A parameter of a URL, a header or a field of a body, in words. */
export interface ParameterDescription {
  readonly name: string
  readonly where: 'path' | 'query' | 'header' | 'body'
  readonly isRequired: boolean
  readonly type: 'boolean' | 'integer' | 'array' | 'text'
  /** Its form: "id", "whole number, at most 500". */
  readonly form: string
  readonly description: string
}

/** Describes what an endpoint takes. */
export const describeParameters = ({
  path,
  query,
  body,
  takesIdempotencyKey,
}: Endpoint): ParameterDescription[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): ParameterDescription => ({
      name,
      where: 'path',
      isRequired: true,
      type: 'text',
      form: 'id',
      description: '',
    }),
  ),
  ...(takesIdempotencyKey
    ? [
        {
          name: 'Idempotency-Key',
          where: 'header' as const,
          isRequired: true,
          type: 'text' as const,
          form: 'text, at most 200 characters',
          description: 'Your own name for what is started: the same name again starts nothing.',
        },
      ]
    : []),
  ...fieldsOf(query, 'query'),
  ...(body ? fieldsOf(body, 'body') : []),
]

function fieldsOf(schema: z.ZodObject, where: 'query' | 'body'): ParameterDescription[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', metadata: schemaRegistry })
  return Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean'
      ? []
      : [
          {
            name,
            where,
            isRequired: required.includes(name),
            type: typeOf(field),
            form: formOf(field),
            description: field.description ?? '',
          },
        ],
  )
}

function typeOf(schema: z.core.JSONSchema.BaseSchema): ParameterDescription['type'] {
  const [first] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const type = first?.type ?? schema.type
  return type === 'boolean' || type === 'integer' || type === 'array' ? type : 'text'
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'id',
  date: 'day, such as 2026-11-30',
  'date-time': 'moment, such as 2026-11-30T12:00:00Z',
}

function formOf(schema: z.core.JSONSchema.BaseSchema): string {
  const { default: usual } = schema
  const isNothing = usual === undefined || usual === null || usual === ''
  return `${plainFormOf(schema)}${isNothing ? '' : `; usually ${textOf(usual)}`}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function plainFormOf(schema: z.core.JSONSchema.BaseSchema): string {
  if (schema.anyOf) {
    const forms = schema.anyOf
      .filter(({ type }) => type !== 'null')
      .map((each) => plainFormOf(each))
      .filter((form) => form !== '')
    return [...new Set(forms)].join('; or ')
  }
  if (schema.enum) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return textOf(schema.const)
  const format = FORMATS[schema.format ?? '']
  if (format !== undefined) return format
  const { type, maximum, maxLength } = schema
  if (type === 'integer')
    return maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? 'whole number'
      : `whole number, at most ${formatCount(maximum)}`
  if (type === 'string') return maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`
  if (type === 'boolean') return 'true or false'
  return type === 'array' ? 'list' : String(type ?? 'anything')
}

/** The request of an endpoint's example. */
export interface ExampleRequest {
  readonly method: string
  /** Path with its query, below the address of Purser. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const IDS: Readonly<Record<string, string>> = EXAMPLE_IDS

/** Returns what is sent in an endpoint's example, besides the token. */
export function exampleRequest({
  method,
  path,
  body,
  takesIdempotencyKey,
  example,
}: Endpoint): ExampleRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? name)
  const given = Object.entries(example.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return {
    method,
    path: `/api/v1${filled}${query}`,
    headers: {
      ...(takesIdempotencyKey && { 'idempotency-key': 'monday-2026-11-24' }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? example.body : undefined,
  }
}

/** Writes the example as a shell command; the token stands in the variable PURSER_TOKEN. */
export function exampleCommand(endpoint: Endpoint, address: string): string {
  const { method, path, headers, body } = exampleRequest(endpoint)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}${path}"`,
    '-H "Authorization: Bearer $PURSER_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}
