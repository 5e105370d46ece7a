import { randomUUID } from 'node:crypto'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { enter, untilAlive, visit } from '../visits'

test('a person who may create teams creates another one from the team menu, and lands in it', async ({
  page,
  world,
  team,
}) => {
  const { admin } = team
  await enter(page, admin)
  const menu = page.getByRole('button', { name: 'Team Acme' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create a team' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', `/${team.slug}`)
  await expectGoodPage(page, 'new-team')
  // A team named “New” does not take the address of the page that creates teams.
  await page.getByLabel('Team name').fill('New')
  await page.getByRole('button', { name: 'Create team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your service' })).toBeVisible()
  await page.getByRole('link', { name: 'Finish later' }).click()
  await expect(page.getByRole('button', { name: 'Team New' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${admin.baseUrl}/team(-\\d+)?$`))

  await world.db.installation.updateMany({ data: { teamsBy: 'admins' } })
  await world.db.user.update({ where: { email: admin.email }, data: { isInstallationAdmin: false } })
  await visit(page, team.at())
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'New' })).toHaveCount(1)
  await page.goto(`${admin.baseUrl}/setup?team=new`)
  await expect(page).toHaveURL(`${admin.baseUrl}/account`)
  await world.db.installation.updateMany({ data: { teamsBy: 'everyone' } })
})

test('an admin invites; the member runs searches and sees usage, but no admin buttons, and is removed', async ({
  page,
  browser,
  team,
  key: _,
}) => {
  const { admin } = team
  const adminsPage = await (await browser.newContext()).newPage()
  await enter(adminsPage, admin, '/members')
  await adminsPage.getByRole('button', { name: 'Invite member' }).click()
  await adminsPage.getByRole('radio', { name: 'Anyone who has the link' }).check()
  await adminsPage.getByRole('button', { name: 'Create invite link' }).click()
  const link = await adminsPage.getByText(/\/invite\//).innerText()

  await page.goto(link)
  await page.getByLabel('Your name').fill('Max Member')
  await page.getByLabel('E-mail address').fill(`max-${randomUUID()}@example.org`)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Join Acme' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const goTo = async (place: string) => {
    // Leaving a page before it is hydrated would make React log an error.
    await untilAlive(page)
    await page
      .getByRole('navigation', { name: 'Team' })
      .getByRole('link', { name: place, exact: true })
      .click()
  }
  await goTo('Keys')
  await expect(page.getByRole('table', { name: 'Keys of the team' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Actions for|Add key/ })).toHaveCount(0)
  await goTo('Members')
  await expect(page.getByRole('table', { name: 'People of the team' })).toBeVisible()
  await expect(page.getByRole('button', { name: /invite|Remove/ })).toHaveCount(0)

  await goTo('Searches')
  await page.getByRole('link', { name: 'New search' }).first().click()
  await page.getByLabel('Name').fill('Followers of Grace')
  await page.getByText('Followers', { exact: true }).click()
  await page.getByLabel('User').fill('grace')
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('button', { name: 'Run first page' }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('200')
  // After a reload the run continues where it was.
  await page.reload()
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Bought so far' })).toContainText('400')
  // Wait for pending requests, which would be refused after the removal.
  await expect(page.getByText('Loading…')).toHaveCount(0)

  // Removed while signed in: the next request leads to the sign-in page.
  await visit(adminsPage, team.at('/members'))
  const row = adminsPage.getByRole('row', { name: /Max Member/ })
  await expect(row.locator('time').first()).toHaveText(/min ago|now/)
  await row.getByRole('button', { name: 'Actions for Max Member' }).click()
  await adminsPage.getByRole('menuitem', { name: 'Remove' }).click()
  await adminsPage.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  await page.goto(team.at())
  await expect(page).toHaveURL(/\/sign-in/)
  await adminsPage.context().close()
})
