import { PAGES, type Things } from '../../support/access-table'
import { expect, test } from '../fixtures'
import { walkPage } from '../keyboard-walk'
import { isLong } from '../long-form'
import type { Team } from '../team'
import { makeTeamWithAll } from '../team-with-all'
import { bringSession, enter, visit } from '../visits'

/**
 * Checks that everything is reachable by keyboard with a visible focus. `npm run test:long -- pages` walks
 * every page; `npm test` those with the most kinds of controls.
 */

const TEAM = 'app/(dashboard)/[team]'
const SHORT = [`${TEAM}/page.tsx`, `${TEAM}/searches/new/page.tsx`]

// The tests share one team.
test.describe.configure({ mode: 'default' })

let team: Team
let things: Things

test.beforeAll(async ({ shared: world }) => {
  const opened = await makeTeamWithAll(world)
  team = opened.team
  things = opened.things
})

test('Tab and Shift+Tab reach every control in order, visibly and with a name, and leave the page', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await bringSession(page, team.admin)
  for (const [file, { path, needs, answers }] of Object.entries(PAGES)) {
    if (needs === 'visitor' || answers || !(isLong || SHORT.includes(file))) continue
    await visit(page, team.admin.baseUrl + path(team.slug, things))
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const { stops, faults } = await walkPage(page)
    expect.soft({ file, faults }).toEqual({ file, faults: [] })
    expect(stops.length, file).toBeGreaterThan(3)
    if (needs !== 'person' && needs !== 'installation admin') expect(stops[0]).toBe('a “Skip to the content”')
  }
})

test('a field that loads on its first focus does not pull the focus back once it has moved on', async ({
  page,
}) => {
  await enter(page, team.admin, '/searches/new')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/**', async (route) => {
    await held
    await route.continue()
  })
  const tags = page.getByRole('textbox', { name: 'Tags' }).or(page.getByRole('combobox', { name: 'Tags' }))
  await tags.focus()
  await page.keyboard.press('Tab')
  const next = page.getByRole('switch', { name: 'Shared with the team' })
  await expect(next).toBeFocused()
  release()
  await expect(tags).toBeEditable()
  await expect(next).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tags).toBeFocused()
  await page.keyboard.type('daily')
  await page.keyboard.press('Enter')
  await expect(page.getByText('daily', { exact: true })).toBeVisible()
})
