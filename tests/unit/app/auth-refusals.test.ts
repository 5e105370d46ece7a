import { expect, test } from 'vitest'
import { refuseAuth } from '@/app/_server/auth-refusals'

const FORM = 'application/x-www-form-urlencoded'

test.each([
  ['GET', 'callback/credentials', FORM, 405],
  ['GET', 'callback/credentials/x', FORM, 405],
  ['GET', '%63allback/credentials', FORM, 405],
  ['POST', 'callback/credentials', 'application/json', 415],
  ['POST', 'signout', 'application/json; charset=utf-8', 415],
  ['POST', '_log', FORM, 404],
  ['GET', '%5flog/', FORM, 404],
  ['POST', 'callback/credentials', FORM, null],
  ['GET', 'session', 'application/json', null],
  ['GET', 'csrf', FORM, null],
])('%s of %s as %s: %s', (method, path, type, status) => {
  const headers = { 'content-type': type }
  const answer = refuseAuth(new Request(`http://localhost:3000/api/auth/${path}`, { method, headers }))
  expect(answer?.status ?? null).toBe(status)
})
