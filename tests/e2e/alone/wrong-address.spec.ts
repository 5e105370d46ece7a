import { type Browser, chromium, type Page } from '@playwright/test'
import { AppClient } from '../../support/app-client'
import { FOUNDER } from '../../support/story'
import { expect, test } from '../fixtures'
import { violationsIn } from '../good-page'
import { visit } from '../visits'
import { openWorld, type World } from '../world'

/** A name that is not this machine's own: there browsers keep no secure cookie without https. */
const ELSEWHERE = 'purser.test'
const PUBLIC = 'https://purser.example.org'

let world: World
let browser: Browser
test.beforeAll(async ({ launchOptions }) => {
  world = await openWorld({ UPSTREAM_BASE_URL: 'http://127.0.0.1:9', NEXTAUTH_URL: PUBLIC })
  // With a public address elsewhere nobody is at home, so the link's token is needed.
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

test('without https the form says at which address one can sign in, before and after a try', async () => {
  const page = await openForm(ELSEWHERE)
  await expect(page.getByRole('note')).toContainText('You cannot sign in at this address.')
  await expect(page.getByRole('link', { name: PUBLIC })).toHaveAttribute(
    'href',
    `${PUBLIC}/sign-in?callbackUrl=%2Facme`,
  )
  expect(await violationsIn(page)).toEqual([])
  await tryIn(page)
  await expect(page.getByRole('alert').first()).toContainText(`Open Purser at ${PUBLIC} instead.`)
  // Nothing was compared, and nothing counts as a wrong try.
  expect(await world.db.tryCount.count()).toBe(0)
})

test('so do the other pages of visitors', async () => {
  const page = await openForm(ELSEWHERE, '/sign-in/reset')
  await expect(page.getByRole('link', { name: PUBLIC })).toHaveAttribute('href', `${PUBLIC}/sign-in/reset`)
})

test('at this machine’s own address a sign-in works, and nothing is said', async () => {
  const page = await openForm('localhost', '/sign-in')
  await expect(page.getByRole('note')).toHaveCount(0)
  await tryIn(page)
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.context().clearCookies()
})
