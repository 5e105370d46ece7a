import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { ENDPOINTS, exampleCommand, openApi } from '@/lib/api'

const document = JSON.parse(JSON.stringify(openApi()))

test('the document is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true })
  expect(document.openapi).toBe('3.1.0')
})

test('the document is the one that is stored: a change of the API is seen (npx vitest -u stores it)', async () => {
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('./open-api.snap')
})

test('every endpoint stands in the document, under a name of its own', () => {
  const names = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(names.sort()).toEqual(ENDPOINTS.map(({ name }) => name).sort())
  expect(new Set(names).size).toBe(names.length)
})

test.each(ENDPOINTS)('the example of $name fits its schemas', ({ answer, body, query, example }) => {
  expect(answer.safeParse(example.answer).error).toBeUndefined()
  expect(query.safeParse(example.query ?? {}).error).toBeUndefined()
  if (body) expect(body.safeParse(example.body).error).toBeUndefined()
})

test('an example is a command that names the token by a variable alone', () => {
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
