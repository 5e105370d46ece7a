import type { Page } from '@playwright/test'

export const PERSON = {
  name: 'Ada Founder',
  email: 'ada@example.org',
  password: 'correct horse battery staple',
}

/** Values and clicks that the account form takes. */
export const ACCOUNT = { values: 3, clicks: 1 }

/** Counts the values that a person types and the clicks, starting from those in `before`. */
export function countedSteps(page: Page, before = { values: 0, clicks: 0 }) {
  const counts = { ...before }
  return {
    counts,
    async fill(label: string, value: string) {
      counts.values++
      await page.getByRole('textbox', { name: label }).fill(value)
    },
    async click(name: string) {
      counts.clicks++
      await page.getByRole('button', { name, exact: true }).click()
    },
    async pick(name: string) {
      counts.clicks++
      await page.getByRole('radio', { name, exact: true }).check()
    },
  }
}
