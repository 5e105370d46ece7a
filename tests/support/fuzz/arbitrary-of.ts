import fc from 'fast-check'
import { z } from 'zod'
import { hostileNumber, hostileText, hostileValue } from './hostile'

/**
 * Generates values for a schema: mostly of its type, often at its edges, and sometimes anything. `ids` are ids of
 * existing things in several teams.
 */
export function arbitraryOf(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 7, arbitrary: ofType(schema, ids) }, { weight: 1, arbitrary: hostileValue })
}

function ofType(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  const inner = (each: unknown) => arbitraryOf(each as z.ZodType, ids)
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, inner(field)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  }
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault)
    return fc.option(inner(schema.unwrap()), { nil: undefined })
  if (schema instanceof z.ZodNullable) return fc.option(inner(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(inner))
  if (schema instanceof z.ZodPipe) return inner(schema.in)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodArray) return fc.array(inner(schema.element), { maxLength: 5 })
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(hostileText, inner(schema.valueType), { maxKeys: 4 })
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodDate) return fc.date({ noInvalidDate: false })
  if (schema instanceof z.ZodNumber) return fc.oneof(fc.integer({ min: 0, max: 100 }), hostileNumber)
  if (schema instanceof z.ZodUUID) return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return someText
  return hostileValue
}

const someText = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...['Main', 'ada', '5', '0.15', '2026-12-31', 'UTC', 'Europe/Berlin', 'ops@example.org'],
      ...['https://example.org/hook', '0 9 * * 1', '12345', 'red', 'a long enough phrase', '*/15 * * * *'],
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
)
