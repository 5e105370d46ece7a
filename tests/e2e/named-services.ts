import { expect, type Page } from '@playwright/test'
import type { countedSteps } from './counted-steps'

/** Maximum values and clicks for a new user from nothing to a service's first items. */
const [MAX_VALUES, MAX_CLICKS] = [5, 6]

export const SERVICE_NAMES = {
  x: 'X API v2',
  'twitterapi.io': 'twitterapi.io',
  socialdata: 'SocialData',
  getxapi: 'GetXAPI',
  xquik: 'Xquik',
} as const
export const SERVICE_IDS = Object.keys(SERVICE_NAMES) as (keyof typeof SERVICE_NAMES)[]

/** Expects the first items on the page, within the maximum number of steps. */
export async function arriveWithin(page: Page, { counts }: ReturnType<typeof countedSteps>) {
  await expect(page.getByRole('heading', { level: 1, name: 'Your first items are here' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'First items' }).getByRole('listitem')).toHaveCount(5)
  expect(counts.values).toBeLessThanOrEqual(MAX_VALUES)
  expect(counts.clicks).toBeLessThanOrEqual(MAX_CLICKS)
}
