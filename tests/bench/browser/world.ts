import { type Browser, chromium, type Page } from '@playwright/test'
import config from '@/playwright.config'
import { openWorldWithSearch } from '@/tests/bench/world-with-search'
import type { World } from '@/tests/e2e/world'
import { FOUNDER, type TeamClient } from '@/tests/support/story'

const PAGES_A_SECOND = 200

/** What the script in the page offers; see in-page.mjs. */
interface InPage {
  watch(selectors: readonly string[]): void
  shown: Promise<number[]> | null
  forget(): void
  report(): { tasks: number[]; frames: LongFrame[] }
}

/** A frame that took more than 50 ms, with what ran in it. */
export interface LongFrame {
  readonly duration: number
  readonly blockingDuration: number
  readonly scripts: readonly { readonly ms: number; readonly what: string }[]
}

declare global {
  interface Window {
    readonly bench: InPage
  }
}

/** A Purser with one saved search, an upstream that never runs out, and a signed-in browser. */
export interface BenchWorld {
  readonly world: World
  readonly admin: TeamClient
  readonly page: Page
  readonly browser: Browser
  readonly searchId: string
  readonly keyId: string
  at(path: string): string
  /** When the upstream sent its latest page, by the machine's clock. */
  sentAt(): Promise<number>
  close(): Promise<void>
}

/** Starts all of it on the existing build, with this latency of the upstream. */
export async function openBench(latencyMs: number): Promise<BenchWorld> {
  const { upstream, world, admin, keyId, searchId } = await openWorldWithSearch(PAGES_A_SECOND, latencyMs)
  const browser = await chromium.launch(config.use?.launchOptions)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript({ path: 'tests/bench/browser/in-page.mjs' })
  const at = (path: string) => world.server.baseUrl + path
  await page.goto(at('/sign-in?callbackUrl=/acme'), { waitUntil: 'networkidle' })
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(at('/acme'))
  return {
    world,
    admin,
    page,
    browser,
    searchId,
    keyId,
    at,
    sentAt: async () => (await upstream.counts()).sentAt,
    async close() {
      await browser.close()
      await world.close()
      upstream.stop()
    },
  }
}
