import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices, type LaunchOptions } from '@playwright/test'

/**
 * A browser with a profile on disk, used by the tests of a Playwright worker in turn. It caches the app's
 * compiled scripts as a person's browser does; without the cache, a page takes a quarter more processor time.
 */
export interface LastingBrowser {
  readonly context: BrowserContext
  /** Removes what a test has left behind: pages, cookies, stored data. The cached scripts stay. */
  forget(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a browser. `options` are those of the Playwright project: the path of Chromium and how it starts.
 */
export async function openLastingBrowser(options: LaunchOptions): Promise<LastingBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'purser-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    ...devices['Desktop Chrome'],
    // Numbers and dates are formatted in this locale.
    locale: 'en-GB',
    extraHTTPHeaders: { 'accept-encoding': 'identity' },
  })
  // A persistent context closes when its last page closes.
  const [kept] = context.pages()
  if (!kept) throw new Error('A browser with a profile opens with a page.')
  // A failure keeps screenshots of all pages, and this one was once mistaken for a blank page of the app.
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
