import fc from 'fast-check'
import { hostileNumber, hostileText, hostileValue } from './hostile'

/** A schema of the OpenAPI document, as far as inputs are generated from it. */
export interface InputSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly InputSchema[]
  readonly items?: InputSchema
  readonly properties?: Readonly<Record<string, InputSchema>>
}

const TEXTS = [
  '1',
  '20',
  '5',
  '0.5',
  'csv',
  'ada',
  '2026-11-01',
  '2026-11-30',
  'Main',
  '2026-11-01T00:00:00Z',
]

/** Generates values for a schema: mostly valid, sometimes anything. `ids` are ids of things in several teams. */
export function fromJsonSchema(schema: InputSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: described(schema, ids) }, { weight: 1, arbitrary: hostileValue })
}

function described(schema: InputSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (each: InputSchema) => fromJsonSchema(each, ids)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inner))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, inner(field)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    }
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 200 }), hostileNumber)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(fc.constantFrom(...TEXTS), hostileText)
  }
}
