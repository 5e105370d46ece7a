import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a link’s variants are no more specific than the link itself, so that a list or figure around it can override them', () => {
  const css = readFileSync('components/ui/link-to.module.css', 'utf8')
  const selectors = [...css.matchAll(/^(\.[^{]+) \{$/gm)].map(([, selector]) => selector)
  expect(selectors.length).toBeGreaterThan(5)
  for (const selector of selectors) expect(selector).toMatch(/^\.link(:where\(\[data-[^)]+\]\))?$/)
})
