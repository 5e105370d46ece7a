import { z } from 'zod'

/** The fields of an action's input that take the id of a thing or of several: a UUID, or a UUID or nothing. */
export function idFieldsOf(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape)
    .filter(([, field]) => isId(field as z.ZodType))
    .map(([name]) => name)
    .sort()
}

function isId(field: z.ZodType): boolean {
  if (field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return isId(field.unwrap() as z.ZodType)
  if (field instanceof z.ZodUnion) return field.options.some((each) => isId(each as z.ZodType))
  if (field instanceof z.ZodArray) return isId(field.element as z.ZodType)
  return field instanceof z.ZodUUID
}
