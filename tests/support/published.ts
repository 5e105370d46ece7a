import { z } from 'zod'
import { buildOpenApi, type Endpoint } from '@/lib/api'

/** A form as the OpenAPI document states it. */
type Form = Parameters<typeof z.fromJSONSchema>[0]

const content = z.record(
  z.string(),
  z.object({ schema: z.custom<object>(), example: z.unknown().optional() }),
)
const operation = z.object({
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
})
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), z.custom<object>()) }),
})

/** What the document of the API publishes of one endpoint, for programs that know nothing else. */
export interface Published {
  /** Null where an answer is empty or a file. */
  readonly answer: z.ZodType | null
  readonly body: z.ZodType | null
  readonly examples: { readonly answer: unknown; readonly body: unknown }
}

export function publishedOf({ method, path, status }: Endpoint): Published {
  const { paths, components } = document.parse(JSON.parse(JSON.stringify(buildOpenApi())))
  const told = paths[path]?.[method.toLowerCase()]
  if (!told) throw new Error(`The document has no ${method} ${path}`)
  const schemaOf = (schema: object): z.ZodType => {
    const whole = JSON.stringify({ ...schema, $defs: components.schemas })
    const form: Form = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'))
    return z.fromJSONSchema(form)
  }
  const answers = told.responses[String(status)]?.content ?? {}
  const answer = answers['application/json'] ?? answers['text/event-stream']
  const body = told.requestBody?.content['application/json']
  return {
    answer: answer ? schemaOf(answer.schema) : null,
    body: body ? schemaOf(body.schema) : null,
    examples: { answer: answer?.example, body: body?.example },
  }
}
