import type { Page } from '@playwright/test'
import type { TeamClient } from '../support/story'
import { expect } from './fixtures'
import { enter } from './visits'

export const COFFEE = { name: 'Coffee', operation: 'search', subject: 'coffee' }

/** Opens the page of the team's first key and waits until its activity is live. */
export async function openLane(page: Page, person: TeamClient): Promise<void> {
  await enter(page, person, '/keys')
  const keys = page.getByRole('table', { name: 'Keys of the team' })
  await keys.getByRole('rowgroup').last().getByRole('link').first().click()
  await expect(lane(page).getByRole('status')).toHaveText('Live')
}

export const lane = (page: Page) => page.getByRole('region', { name: 'Key activity', exact: true })

/** Locates the number of calls that have left since the page was opened, in the row of `who`. */
export const left = (page: Page, who: string) =>
  lane(page).getByRole('row', { name: who }).getByRole('cell').nth(3)

/** Starts a run of one page. */
export const buyPage = (person: TeamClient, search: string, keyId: string) =>
  person.mustPerform('runs/startRunAction', { runId: crypto.randomUUID(), searchId: search, keyId })
