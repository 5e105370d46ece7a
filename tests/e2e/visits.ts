import { expect, type Locator, type Page } from '@playwright/test'
import type { AppClient } from '../support/app-client'
import { FOUNDER, type TeamClient } from '../support/story'

/** Gives the page's browser a person's session, without the sign-in form. */
export async function bringSession(page: Page, person: AppClient): Promise<void> {
  const cookies = [...person.cookies].map(([name, value]) => ({ name, value, url: person.baseUrl }))
  await page.context().addCookies(cookies)
}

/** Opens an address and waits until the page is hydrated. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilAlive(page)
}

/** Waits until a page's scripts control every element; before, a click may do nothing. */
export async function untilAlive(page: Page): Promise<void> {
  await expect(async () => {
    const waiting = await page.evaluate(() => {
      const controls = [...document.querySelectorAll('button, input:not([type=hidden]), textarea, select')]
      return controls.filter(
        (control) => !Object.keys(control).some((key) => key.startsWith('__reactProps$')),
      ).length
    })
    expect(waiting).toBe(0)
  }).toPass({ intervals: [20, 50, 100] })
}

/** Opens a page of a team, such as `/keys`, as a person of that team. */
export async function enter(page: Page, person: TeamClient, path = ''): Promise<void> {
  await bringSession(page, person)
  await visit(page, `${person.baseUrl}/${person.team}${path}`)
}

/** Signs a person in through the form, which then leads to `path`. */
export async function signIn(page: Page, baseUrl: string, email: string, path: string): Promise<void> {
  await visit(page, `${baseUrl}/sign-in?callbackUrl=${path}`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(baseUrl + path)
}

/** Expects the whole element to be visible without scrolling. */
export async function expectOnFirstScreen(page: Page, answer: Locator): Promise<void> {
  await expect(answer).toBeVisible()
  const box = await answer.boundingBox()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(box?.y).toBeGreaterThanOrEqual(0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}
