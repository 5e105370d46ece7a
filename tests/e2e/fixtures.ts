import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '../support/server'
import { type LastingBrowser, openLastingBrowser } from './lasting-browser'
import { type AddedKey, addFirstKey, makeFreshTeam, type Team } from './team'
import { openWorldWithUpstream, type UpstreamWorld } from './world'

/** Collects the browser's console errors and warnings and uncaught errors. Any of them fails the test. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  return complaints
}

interface TestFixtures {
  /**
   * Purser and its upstream, shared by the tests of one Playwright worker. Faults and latency are reset after
   * each test.
   */
  readonly world: UpstreamWorld
  /** A fresh team in this Purser. */
  readonly team: Team
  /** The team's first key. */
  readonly key: AddedKey
}

/**
 * A Playwright test that fails on any console error or warning, uncaught error or violation of the content
 * security policy. Tests share one Purser and have a team each; a test that needs its own settings or changes
 * the whole installation starts its own.
 */
export const test = base.extend<
  TestFixtures,
  { readonly shared: UpstreamWorld; readonly lasting: LastingBrowser }
>({
  lasting: [
    async ({ launchOptions, headless }, use) => {
      const lasting = await openLastingBrowser({ ...launchOptions, headless })
      await use(lasting)
      await lasting.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ lasting, actionTimeout }, use) => {
    lasting.context.setDefaultTimeout(actionTimeout ?? 0)
    await use(lasting.context)
    await lasting.forget()
  },
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page)
    await use(page)
    expect(complaints).toEqual([])
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const world = await openWorldWithUpstream({ GATEWAY_PORT: String(await freePort()) })
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: async ({ shared }, use) => {
    await use(shared)
    await shared.operator.setFault(null)
    await shared.operator.setLatency(0)
  },
  team: async ({ world }, use) => use(await makeFreshTeam(world)),
  key: async ({ world, team }, use) => use(await addFirstKey(world, team)),
})

export { expect }
