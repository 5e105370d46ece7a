import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { addPerson, FOUNDER, signInTo } from '../../support/story'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import { makeFreshTeam, type Team } from '../team'
import { bringSession, enter, visit } from '../visits'
import type { World } from '../world'

const NEW = 'another long enough phrase'

const makeInstallationAdmin = ({ db }: World, { admin }: Team) =>
  db.user.update({ where: { email: admin.email }, data: { isInstallationAdmin: true } })

/** Opens a page in another browser, not signed in. */
async function visitorsPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

test('a person changes their name, sees their sessions and ends another one', async ({
  page,
  world,
  team,
}) => {
  const { admin } = team
  await enter(page, admin)
  await page.getByRole('button', { name: `Account of ${FOUNDER.name}` }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByLabel('Your name').fill('Ada Renamed')
  await page.getByRole('button', { name: 'Save name' }).click()
  // The button lost the focus while the action was pending.
  await expect(page.getByRole('button', { name: 'Save name' })).toBeFocused()
  await expect(page.getByText('The name was changed.')).toBeVisible()
  await expect.poll(() => world.db.user.count({ where: { email: admin.email, name: 'Ada Renamed' } })).toBe(1)

  const elsewhere = await signInTo(admin.baseUrl, admin.team, admin.email, FOUNDER.password)
  await visit(page, `${admin.baseUrl}/account`)
  const { timeZone } = await world.db.team.findFirstOrThrow({ where: { slug: admin.team } })
  const sessions = page.getByRole('table', { name: `Your sessions, times in ${timeZone}` })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await expect(sessions.getByText('This device')).toHaveCount(1)
  await expectGoodPage(page, 'account')
  await sessions.getByRole('button', { name: /^End the session on/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the session' }).click()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  expect((await elsewhere.fetch(`/${admin.team}`)).status).toBe(307)
  expect((await admin.fetch(`/${admin.team}`)).status).toBe(200)
})

test('scripts see who is signed in, but not the session id', async ({ team: { admin }, world }) => {
  const told = await (await admin.fetch('/api/auth/session')).text()
  expect(told).toContain(admin.email)
  const sessions = await world.db.session.findMany({ where: { user: { email: admin.email } } })
  expect(sessions.length).toBeGreaterThan(0)
  for (const { id } of sessions) expect(told).not.toContain(id)
})

test('an installation admin finds a person, creates a password link, disables and deletes', async ({
  page,
  browser,
  world,
  team,
}) => {
  const { admin } = team
  await makeInstallationAdmin(world, team)
  const member = await addPerson(admin, 'member')
  await bringSession(page, admin)
  await visit(page, `${admin.baseUrl}/account`)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await page.getByLabel('Name or e-mail address').fill(member.email)
  await page.waitForURL(/text=/)
  const row = page.getByRole('row', { name: member.email })
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await expectGoodPage(page, 'people')
  const choose = async (what: string) => {
    await row.getByRole('button', { name: 'Actions for A member' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await visit(page, page.url())
  await choose('Delete…')
  await expect(page.getByRole('dialog').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'Actions for A member' })).toBeFocused()
  await choose('Create a link for a new password')
  await expect(page.getByRole('status').filter({ hasText: 'shown only once' })).toBeFocused()
  const link = await page.getByText(/\/sign-in\/reset\//).innerText()
  await page.reload()
  await expect(page.getByText(/\/sign-in\/reset\//)).toHaveCount(0)
  const theirs = await visitorsPage(browser)
  await visit(theirs, link)
  await expectGoodPage(theirs, 'new-password')
  await theirs.getByLabel(/^New password/).fill(NEW)
  await theirs.getByRole('button', { name: 'Set password' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect((await member.fetch(`/${admin.team}`)).status).toBe(307)
  const dead = await theirs.request.get(link)
  expect(dead.status()).toBe(404)
  expect(await dead.text()).toContain('This link cannot be used')

  await visit(page, page.url())
  await choose('Disable…')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable the account' }).click()
  await expect(row.getByText('Disabled')).toBeVisible()
  await theirs.goto(team.at())
  await expect(theirs).toHaveURL(/\/sign-in/)
  await visit(page, page.url())
  await choose('Delete…')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the person' }).click()
  await expect(row).toHaveCount(0)
  await visit(page, `${admin.baseUrl}/account/people?text=${encodeURIComponent(admin.email)}`)
  await page.getByRole('button', { name: `Actions for ${FOUNDER.name}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Disable…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Create a link' })).toHaveCount(0)

  // Giving up one's own role as installation admin asks first.
  const own = page.getByRole('button', { name: `Actions for ${FOUNDER.name}` })
  await page.getByRole('menuitem', { name: 'Give up installation admin…' }).click()
  const question = page.getByRole('dialog', { name: 'Give up installation admin?' })
  await expect(question).toContainText('Only another installation admin can undo this.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(own).toBeFocused()
  const isAdmin = async () =>
    (await world.db.user.findUniqueOrThrow({ where: { email: admin.email } })).isInstallationAdmin
  expect(await isAdmin()).toBe(true)
  await expect
    .poll(() => world.db.member.count({ where: { teamId: team.id, role: 'member', removedAt: null } }))
    .toBe(0)
  expect(await world.db.user.count({ where: { email: member.email } })).toBe(0)
  await theirs.context().close()
})

test('an invite for an address creates an account with that address', async ({ page, browser, team }) => {
  await enter(page, team.admin, '/members')
  const email = `nina-${randomUUID()}@example.org`
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByText('Enter the address of the person whom you invite.')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByText(`Only ${email} can use it`)).toBeVisible()
  await expectGoodPage(page, 'members-invited')
  const link = await page.getByText(/\/invite\//).innerText()

  const theirs = await visitorsPage(browser)
  await visit(theirs, link)
  await expect(theirs.getByLabel('E-mail address')).toHaveValue(email)
  await expect(theirs.getByLabel('E-mail address')).not.toBeEditable()
  await theirs.getByLabel('Your name').fill('Nina New')
  await theirs.getByLabel(/^Password/).fill(FOUNDER.password)
  await theirs.getByRole('button', { name: 'Join Acme' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await theirs.context().close()

  // Another invite, opened by someone signed in with another address, offers a way to go on.
  await visit(page, page.url())
  const next = `olga-${randomUUID()}@example.org`
  await page.getByRole('button', { name: 'Invite member' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(next)
  await page.getByRole('button', { name: 'Create invite link' }).click()
  await expect(page.getByText(`Only ${next} can use it`)).toBeVisible()
  const other = await page.getByText(/\/invite\//).innerText()
  const member = await addPerson(team.admin, 'member')
  await enter(page, member, '')
  await visit(page, other)
  await expect(page.getByText('You are in this team already.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Acme' })).toBeVisible()
})

test('an invite for another address says so, and leads to its own form', async ({ page, world, team }) => {
  const email = `pia-${randomUUID()}@example.org`
  const { token } = (await team.admin.mustPerform('members/createInviteAction', {
    role: 'member',
    email,
  })) as { token: string }
  const other = await makeFreshTeam(world)
  await bringSession(page, other.admin)
  await visit(page, `${other.admin.baseUrl}/invite/${token}`)
  await expect(
    page.getByText(
      `This invite is for ${email}. You are signed in as ${FOUNDER.name}, ${other.admin.email}.`,
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Join/ })).toHaveCount(0)
  await expectGoodPage(page, 'invite-other-address')
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await expect(page.getByRole('button', { name: 'Join Acme' })).toBeVisible()
})

test('without a mail server, the page for a new password says whom to ask', async ({
  page,
  world,
  // Without any account, Purser would show the set-up instead.
  team: _,
}) => {
  await visit(page, `${world.server.baseUrl}/sign-in`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText('Ask an installation admin for a link')).toBeVisible()
  await expectGoodPage(page, 'reset')
})
