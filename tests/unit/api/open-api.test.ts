import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { buildOpenApi, ENDPOINTS, exampleCommand } from '@/lib/api'
import { publishedOf } from '@/tests/support/published'

const document = JSON.parse(JSON.stringify(buildOpenApi()))

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
})

test('every endpoint is in the document, under its own name', () => {
  const names = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(names.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort())
  expect(new Set(names).size).toBe(names.length)
})

test.each(ENDPOINTS)(
  'the example of $name matches its schemas, and those that the document publishes',
  (endpoint) => {
    const { answer, body, query, example, returns } = endpoint
    expect(answer.safeParse(example.answer).error).toBeUndefined()
    expect(query.safeParse(example.query ?? {}).error).toBeUndefined()
    const published = publishedOf(endpoint)
    expect(published.answer === null).toBe(returns === 'file' || example.answer === null)
    expect(published.answer?.safeParse(example.answer).error).toBeUndefined()
    if (returns === 'json') expect(published.examples.answer).toEqual(example.answer ?? undefined)
    expect(published.body === null).toBe(body === null)
    if (!body) return
    expect(body.safeParse(example.body).error).toBeUndefined()
    expect(published.body?.safeParse(published.examples.body).error).toBeUndefined()
  },
)

test('the published schemas are exact: a field that they do not name is refused', () => {
  for (const endpoint of ENDPOINTS) {
    const { answer, body, examples } = publishedOf(endpoint)
    for (const [form, example] of [
      [answer, endpoint.example.answer] as const,
      [body, examples.body] as const,
    ])
      expect(form?.safeParse({ ...Object(example), unnamed: 1 }).success ?? false).toBe(false)
  }
})

test('an example is a command that names the token only by a variable', () => {
  const start = ENDPOINTS.find(({ name }) => name === 'startRun')
  expect(start && exampleCommand(start, 'https://purser.example.org')).toBe(
    [
      'curl -X POST "https://purser.example.org/api/v1/runs"',
      '-H "Authorization: Bearer $PURSER_TOKEN"',
      '-H "idempotency-key: monday-2026-11-24"',
      '-H "content-type: application/json"',
      `-d '{"searchId":"0199a1c0-0000-7000-8000-000000000005","capItems":1000}'`,
    ].join(' \\\n  '),
  )
})
