import { test as base, expect, type Page } from '@playwright/test'

/** What the browser complained of; anything at all fails a test. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  return complaints
}

/** A Playwright test that fails on any console error or warning, uncaught error or breach of the content policy. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }
