import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('what a link is told counts as little as what it is, so that a list or figure around it may say otherwise', () => {
  const css = readFileSync('components/ui/link-to.module.css', 'utf8')
  const selectors = [...css.matchAll(/^(\.[^{]+) \{$/gm)].map(([, selector]) => selector)
  expect(selectors.length).toBeGreaterThan(5)
  for (const selector of selectors) expect(selector).toMatch(/^\.link(:where\(\[data-[^)]+\]\))?$/)
})
