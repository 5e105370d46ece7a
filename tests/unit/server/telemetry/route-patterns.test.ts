import { expect, test } from 'vitest'
import { createRouteFinder } from '@/lib/server/telemetry'

const routeOf = createRouteFinder([
  '/',
  '/[team]',
  '/api/[...nowhere]',
  '/api/v1/[[...path]]',
  '/[team]/keys/[id]',
  '/[team]/searches/[id]',
  '/[team]/searches/new',
  '/api/auth/[...nextauth]',
  '/api/health',
  '/invite/[token]',
  '/sign-in',
])

test.each([
  ['/', '/'],
  ['/?q=secret', '/'],
  ['/acme', '/[team]'],
  ['/acme/', '/[team]'],
  ['/acme/searches/new', '/[team]/searches/new'],
  ['/acme/searches/7', '/[team]/searches/[id]'],
  ['/acme/keys/0191?text=secret', '/[team]/keys/[id]'],
  ['/sign-in', '/sign-in'],
  ['/invite/a-token-nobody-may-see', '/invite/[token]'],
  ['/api/auth/callback/credentials', '/api/auth/[...nextauth]'],
  ['/api/health', '/api/health'],
  ['/api/v1', '/api/v1/[[...path]]'],
  ['/api/v1/runs?limit=2', '/api/v1/[[...path]]'],
  ['/api/v1/runs/7/export', '/api/v1/[[...path]]'],
  ['/api/v2/runs', '/api/[...nowhere]'],
  ['/api', '/[team]'],
  ['/_next/static/chunks/a.js', '/_next/static'],
  ['/gateway/v1/search?q=secret', '/gateway'],
  ['/a/b/c/d/e', 'other'],
  ['/%', '/[team]'],
])('%s is %s', (url, route) => {
  expect(routeOf(url)).toBe(route)
})
