import type { Locator, Page } from '@playwright/test'
import { makeBudget } from '../../support/story'
import { expect, test } from '../fixtures'
import { enter, visit } from '../visits'

/** Purser works fully with reduced motion, a contrast theme, a keyboard or a screen reader. */

/** The next test in the lasting browser starts without these media settings. */
test.afterEach(({ page }) => page.emulateMedia({ reducedMotion: null, forcedColors: null, media: null }))

const press = async (page: Page, element: Locator, key = 'Enter') => {
  await element.focus()
  await page.keyboard.press(key)
}

const colorsOf = (element: Locator) =>
  element.evaluate((one) => {
    const { backgroundColor, borderBottomColor } = getComputedStyle(one)
    return { backgroundColor, borderBottomColor }
  })

test('reduced motion: nothing spins or pulses, and a drawer still returns the focus', async ({
  page,
  team,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, team.admin, '/budgets')
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  const open = page.getByRole('button', { name: 'Create budget' }).first()
  await press(page, open)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
  // A skeleton does not pulse.
  const skeleton = await page.evaluate(() => {
    const element = document.createElement('div')
    element.style.animation = 'spin 1s infinite'
    document.body.append(element)
    const { animationDuration, transitionDuration } = getComputedStyle(element)
    element.remove()
    return [animationDuration, transitionDuration]
  })
  expect(skeleton).toEqual(['0s', '0s'])
})

test('contrast theme: selections stand out, and switches and swatches are visible', async ({
  page,
  world,
  team,
}) => {
  await makeBudget(team.admin, world.db)
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await enter(page, team.admin, '/searches')
  const tabs = page.getByRole('navigation', { name: 'Searches' }).getByRole('link')
  const lines = await Promise.all((await tabs.all()).map(colorsOf))
  expect(new Set(lines.map((line) => line.borderBottomColor)).size).toBe(2)
  const places = page.getByRole('navigation', { name: 'Team' }).getByRole('link')
  const backgrounds = await Promise.all((await places.all()).map(colorsOf))
  expect(new Set(backgrounds.map(({ backgroundColor }) => backgroundColor)).size).toBe(2)

  await visit(page, team.at('/searches/new'))
  const background = async (element: Locator) => (await colorsOf(element)).backgroundColor
  const label = (name: string) => page.locator('.mantine-SegmentedControl-label', { hasText: name })
  expect(await background(label('Timeline'))).not.toBe(await background(label('Followers')))
  const track = page.locator('.mantine-Switch-track')
  const on = await background(track)
  await page.getByRole('switch', { name: 'Shared with the team' }).press('Space')
  await expect.poll(() => background(track)).not.toBe(on)

  await visit(page, team.at('/settings/environments'))
  const dot = page.getByText('production').first().locator('xpath=..').locator('[aria-hidden]').first()
  expect(await background(dot)).toBe('rgb(88, 125, 247)')
  await page.emulateMedia({ colorScheme: null })
})

test('the focus stays where a person acts, and each result is announced once', async ({
  page,
  world,
  team,
  key,
}) => {
  expect(key.id).not.toBe('')
  await makeBudget(team.admin, world.db)
  await team.admin.mustPerform('members/createInviteAction', { role: 'viewer', email: 'eve@example.org' })
  const said = page.locator('[aria-live=polite]', { has: page.locator('.mantine-Notifications-root') })

  await enter(page, team.admin)
  await press(page, page.getByRole('button', { name: 'Hide the list' }))
  await expect(said).toContainText('The list is hidden.')
  await expect(page.getByRole('heading', { name: 'Where it went' })).toBeFocused()

  await visit(page, team.at('/members'))
  const withdraw = page.getByRole('button', { name: 'Withdraw the invite of eve@example.org' })
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await press(page, withdraw)
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(withdraw).toBeFocused()
  await press(page, withdraw)
  await expect(cancel).toBeFocused()
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }))
  await expect(said).toContainText('The invite was withdrawn.')
  await expect(page.getByRole('heading', { level: 2 }).and(page.locator(':focus'))).toHaveCount(1)
  await expect(said.getByRole('alert')).toHaveCount(0)

  await test.step('a link within a page moves the focus to the heading of the next one', async () => {
    await press(page, page.getByRole('navigation', { name: 'Team' }).getByRole('link', { name: 'Wallets' }))
    await expect(page).toHaveTitle(/^Wallets/)
    await press(page, page.getByRole('main').getByRole('link', { name: 'Main', exact: true }).first())
    await expect(page.getByRole('heading', { level: 1, name: 'Main' })).toBeFocused()
  })

  await test.step('a validation error moves the focus to the field', async () => {
    await visit(page, team.at('/searches/new'))
    await press(page, page.getByRole('button', { name: 'Save search' }))
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  })
})

test('a printed run has all its items, without overlap', async ({ page, team, key }) => {
  const search = { name: 'Coffee', operation: 'search', subject: 'coffee' }
  const searchId = await team.admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await team.admin.mustPerform('runs/startRunAction', { runId, searchId, keyId: key.id })
  await enter(page, team.admin, `/runs/${runId}`)
  const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(items.first()).toBeVisible()
  expect(await items.count()).toBeLessThan(50)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(items).toHaveCount(50)
  const overlaps = await items.evaluateAll((all) =>
    all.filter((one, place) => {
      const next = all[place + 1]
      return next && one.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1
    }),
  )
  expect(overlaps).toHaveLength(0)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => items.count()).toBeLessThan(50)
})

test('Escape closes what hovering or focusing opened', async ({ page, team, key }) => {
  await enter(page, team.admin, `/keys/${key.id}`)
  await page.getByRole('button', { name: /^Copy the prefix/ }).focus()
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()

  await visit(page, team.at(`/wallets/${key.walletId}`))
  const chart = page
    .getByRole('region', { name: 'Balance and spend', exact: true })
    .getByRole('slider', { name: /^Balance and spend of / })
  await chart.hover()
  const note = chart.locator('strong')
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
})
