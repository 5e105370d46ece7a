import { z } from 'zod'

/** What the document of the API says of schemas: a name where they stand once, and words. */
export const DOCUMENTED = z.registry<{ readonly id?: string; readonly description?: string }>()

/** A schema with words about it in the document. The one that is given stays without them: others share it. */
export function said<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  const own = schema.clone()
  DOCUMENTED.add(own, { description })
  return own
}

/** A schema that stands in the document once, under a name. */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  DOCUMENTED.add(schema, { ...DOCUMENTED.get(schema), id })
  return schema
}
