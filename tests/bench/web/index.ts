/**
 * Measures what a visitor waits for, with the network and processor of Lighthouse's mobile preset: 150 ms a round
 * trip, 1.6 Mbit/s, a quarter of the processor. `npm run bench -- web`, on the existing build; with `-- --data
 * <folder> --email … --password … --team …` on an installation with data, with `-- --throttle no` without throttling.
 * Lighthouse itself needs Node 22, so the browser's own protocol sets the same values. Prints figures, asserts
 * nothing.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import config from '@/playwright.config'
import { openWorldWithSearch } from '@/tests/bench/world-with-search'
import { startServer } from '@/tests/support/server'
import { FOUNDER } from '@/tests/support/story'
import { printHead, printRow } from '../browser/figures'
import { measureVisit, type Visitor } from './visit'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    email: { type: 'string', default: FOUNDER.email },
    password: { type: 'string', default: FOUNDER.password },
    team: { type: 'string', default: 'acme' },
    run: { type: 'string' },
    throttle: { type: 'string', default: 'yes' },
    visits: { type: 'string', default: '3' },
  },
})

interface Installation {
  readonly baseUrl: string
  /** A run to show; null if none was named. */
  readonly runId: string | null
  close(): Promise<void>
}

async function newInstallation(): Promise<Installation> {
  const { upstream, world, admin, keyId, searchId } = await openWorldWithSearch(200)
  const runId = randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
  const close = async () => {
    await world.close()
    upstream.stop()
  }
  return { baseUrl: world.server.baseUrl, runId, close }
}

async function existing(dataFolder: string): Promise<Installation> {
  const server = await startServer({ dataFolder, env: {} })
  return { baseUrl: server.baseUrl, runId: values.run ?? null, close: async () => void (await server.stop()) }
}

const installation = values.data ? await existing(values.data) : await newInstallation()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const { baseUrl, runId } = installation
  const visitor: Visitor = { browser, baseUrl, email: values.email, password: values.password }
  const pages = ['', '/usage', '/searches', '/runs', ...(runId ? [`/runs/${runId}`] : []), '/wallets']
  const isThrottled = values.throttle !== 'no'
  console.log(
    `Chromium ${browser.version()}, ${isThrottled ? 'throttled' : 'not throttled'}; a median of ${values.visits} visits`,
  )
  printHead(['page', 'JavaScript kB', 'LCP ms', 'CLS', 'longest interaction ms'])
  for (const page of pages) {
    const path = `/${values.team}${page}`
    const { kilobytes, lcp, cls, longest } = await measureVisit(
      visitor,
      path,
      Number(values.visits),
      isThrottled,
    )
    const name = page.replace(runId ?? '-', '…') || 'overview'
    printRow([name, kilobytes.toFixed(0), lcp.toFixed(0), cls.toFixed(3), longest.toFixed(0)])
  }
} finally {
  await browser.close()
  await installation.close()
}
