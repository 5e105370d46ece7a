import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices, type LaunchOptions } from '@playwright/test'

/**
 * A browser with a profile on the disk, which the tests of a Playwright worker use one after another. It keeps the
 * compiled scripts of the app, as a person's browser does: without them a page costs a quarter more processor time.
 */
export interface LastingBrowser {
  readonly context: BrowserContext
  /** Takes away what a test has left behind: pages, cookies, what the app has stored. The kept scripts stay. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** Opens one. `options` are those of the project: where Chromium is, and how it starts. */
export async function openLastingBrowser(options: LaunchOptions): Promise<LastingBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'purser-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ...devices['Desktop Chrome'],
    // By it numbers and dates are written.
    locale: 'en-GB',
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
  })
  // A persistent context that has no page left closes itself.
  const [kept] = context.pages()
  if (!kept) throw new Error('A browser with a profile opens with a page.')
  // A failure keeps pictures of all pages: this one has been taken for a page of the app that stayed blank.
  await kept.setContent('<h1>This page keeps the browser open. It belongs to no test.</h1>')
  const session = await context.newCDPSession(kept)
  return {
    context,
    forget: async () => {
      const { origins } = await context.storageState()
      await Promise.all(context.pages().map((page) => (page === kept ? undefined : page.close())))
      for (const { origin } of origins) {
        await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
      }
      await context.clearCookies()
      await context.clearPermissions()
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
