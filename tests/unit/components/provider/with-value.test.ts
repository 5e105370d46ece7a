import { expect, test } from 'vitest'
import { assignItemPart, describeBalanceFall, listMissingFindings } from '@/components/provider/labels'

const texts = { 'fields.id': 'id_str, id', 'fields.author': 'author, user', 'fields.handle': 'username' }

test('the path of a chosen value comes first, and once', () => {
  expect(assignItemPart(texts, 'id', 'data.ref')['fields.id']).toBe('data.ref, id_str, id')
  expect(assignItemPart(texts, 'id', 'id')['fields.id']).toBe('id, id_str')
})

test('an author’s handle is named relative to the author’s object if the form names that', () => {
  expect(assignItemPart(texts, 'handle', 'user.core.login')['fields.handle']).toBe('core.login, username')
  expect(assignItemPart(texts, 'handle', 'login')['fields.handle']).toBe('login, username')
  expect(assignItemPart(texts, 'text', 'user.bio')['fields.text']).toBe('user.bio')
})

const at = { path: 'a', example: 'a' }
const none = { id: null, text: null, author: null, handle: null, name: null, time: null, link: null }
const pageOf = (fields: typeof none | Record<keyof typeof none, typeof at> | null) => ({
  operation: 'search' as const,
  runId: 'r',
  items: 20,
  chargeNano: 0n,
  fellNano: null,
  findings: { operation: 'search' as const, arrayPath: 'a', items: 20, fields, example: [], charge: null },
})
const whole = { id: at, text: at, author: at, handle: at, name: at, time: at, link: at }
const asked = (kind: 'not_found' | null) => ({
  operation: 'search' as const,
  asked: '/v1/search?q=',
  httpStatus: 404,
  problem: kind && { kind, charged: 'no' as const, message: 'No.' },
})

test('a test is complete only if everything it asked for was found', () => {
  expect(listMissingFindings({ pages: [pageOf(whole)], steps: [asked(null)] })).toEqual([])
  const nothing = { ...pageOf(null), items: 0, findings: null }
  const places = [asked('not_found'), asked('not_found')]
  expect(listMissingFindings({ pages: [nothing], steps: places })[0]).toMatch(
    /any of 2 places.*paste an example request/,
  )
  expect(listMissingFindings({ pages: [{ ...pageOf(null), items: 0 }], steps: [asked(null)] })[0]).toContain(
    'was empty',
  )
  expect(listMissingFindings({ pages: [pageOf(none)], steps: [asked(null)] })[0]).toContain(
    '“Id”, “Text”, “Time”',
  )
})

test('the fall of the balance is shown with the price that follows from it', () => {
  const page = pageOf(whole)
  expect(describeBalanceFall({ ...page, fellNano: 3_500_000_000n })).toContain(
    'by 3.50 credits, 0.175 for each',
  )
  expect(describeBalanceFall({ ...page, fellNano: 7n })).not.toContain('for each')
  expect(describeBalanceFall({ ...page, fellNano: 0n })).toContain('not fallen')
  expect(describeBalanceFall(page)).toBeNull()
})
