import { type Browser, chromium, type Page } from '@playwright/test'
import { AppClient } from '../../support/app-client'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { visit } from '../visits'
import { openWorld, type World } from '../world'

/** A host name for which browsers store no secure cookie without https, unlike localhost. */
const ELSEWHERE = 'purser.test'
const PUBLIC = 'https://purser.example.org'

let world: World
let browser: Browser
test.beforeAll(async ({ launchOptions }) => {
  world = await openWorld({ UPSTREAM_BASE_URL: 'http://127.0.0.1:9', NEXTAUTH_URL: PUBLIC })
  // With another public address, set-up needs the token of the link in the log.
  const [, token] = /token=(\S+)/.exec(world.server.lines.join('\n')) ?? []
  const create = 'app/(public)/setup/actions.ts#createFirstAccountAction'
  await new AppClient(world.server.baseUrl).act(create, { ...FOUNDER, token }, '/setup')
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`]
  browser = await chromium.launch({ ...launchOptions, args })
})
test.afterAll(async () => {
  await browser?.close()
  await world?.close()
})

async function openForm(host: string, path = '/sign-in?callbackUrl=%2Facme'): Promise<Page> {
  const page = await browser.newPage()
  const address = new URL(path, world.server.baseUrl)
  address.hostname = host
  await visit(page, address.href)
  return page
}

async function tryIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('without https the form names the address for signing in, before and after a try', async () => {
  const page = await openForm(ELSEWHERE)
  await expect(page.getByRole('note')).toContainText('You cannot sign in at this address.')
  await expect(page.getByRole('link', { name: PUBLIC })).toHaveAttribute(
    'href',
    `${PUBLIC}/sign-in?callbackUrl=%2Facme`,
  )
  expect(await violationsIn(page)).toEqual([])
  await tryIn(page)
  await expect(page.getByRole('alert').first()).toContainText(`Open Purser at ${PUBLIC} instead.`)
  // The password was not compared, so no wrong try was counted.
  expect(await world.db.tryCount.count()).toBe(0)
})

test('the other pages for visitors also link to the address for signing in', async () => {
  const page = await openForm(ELSEWHERE, '/sign-in/reset')
  await expect(page.getByRole('link', { name: PUBLIC })).toHaveAttribute('href', `${PUBLIC}/sign-in/reset`)
})

test('at this machine’s own address, signing in works and no note appears', async () => {
  const page = await openForm('localhost', '/sign-in')
  await expect(page.getByRole('note')).toHaveCount(0)
  await tryIn(page)
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.context().clearCookies()
})
