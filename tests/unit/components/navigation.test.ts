import { expect, test } from 'vitest'
import { isHere } from '@/components/shell/navigation'

test.each([
  ['/acme', '/acme', true, true],
  ['/acme', '/acme/keys', true, false],
  ['/acme/keys', '/acme/keys', false, true],
  ['/acme/runs', '/acme/runs/r1', false, true],
  ['/acme/runs', '/acme/runs-of-old', false, false],
  ['/acme/deck', '/acme/deck', false, true],
])('%s while at %s (overview: %s) is current: %s', (href, pathname, isOverview, current) => {
  expect(isHere(href, pathname, isOverview)).toBe(current)
})
