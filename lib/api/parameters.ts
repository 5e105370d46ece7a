import { z } from 'zod'
import { formatCount } from '@/lib/kernel'
import { DOCUMENTED } from './documented'
import type { Endpoint } from './endpoint'

/** A parameter of a URL, a header or a field of a body, in words. */
export interface Parameter {
  readonly name: string
  readonly where: 'path' | 'query' | 'header' | 'body'
  readonly isRequired: boolean
  /** Its form: "id", "whole number, at most 500". */
  readonly form: string
  readonly description: string
}

/** Describes what an endpoint takes. */
export const parametersOf = ({ path, query, body, takesIdempotencyKey }: Endpoint): Parameter[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): Parameter => ({ name, where: 'path', isRequired: true, form: 'id', description: '' }),
  ),
  ...(takesIdempotencyKey
    ? [
        {
          name: 'Idempotency-Key',
          where: 'header' as const,
          isRequired: true,
          form: 'text, at most 200 characters',
          description: 'Your own name for what is started.',
        },
      ]
    : []),
  ...fieldsOf(query, 'query'),
  ...(body ? fieldsOf(body, 'body') : []),
]

function fieldsOf(schema: z.ZodObject, where: 'query' | 'body'): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', metadata: DOCUMENTED })
  return Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'boolean'
      ? []
      : [
          {
            ...{ name, where },
            isRequired: required.includes(name),
            form: formOf(field),
            description: field.description ?? '',
          },
        ],
  )
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'id',
  date: 'day, such as 2026-11-30',
  'date-time': 'moment, such as 2026-11-30T12:00:00Z',
}

function formOf(schema: z.core.JSONSchema.BaseSchema): string {
  const usual =
    schema.default === undefined || schema.default === '' ? '' : `; usually ${textOf(schema.default)}`
  return `${plainFormOf(schema)}${usual}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function plainFormOf(schema: z.core.JSONSchema.BaseSchema): string {
  if (schema.anyOf) {
    const forms = schema.anyOf.map((each) => plainFormOf(each)).filter((form) => form !== '')
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
