import { z } from 'zod'

/** Notes on schemas for the API's document: a description and, if a schema is shared, a name. */
export const DOCUMENTED = z.registry<{ readonly id?: string; readonly description?: string }>()

/**
 * Returns a copy of the schema with a description in the document. The given schema stays without it, because others
 * share it.
 */
export function said<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  const own = schema.clone()
  DOCUMENTED.add(own, { description })
  return own
}

/** Gives a schema a name, under which it stands in the document once. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  DOCUMENTED.add(schema, { ...DOCUMENTED.get(schema), id })
  return schema
}
