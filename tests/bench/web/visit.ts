import type { Browser, Page } from '@playwright/test'

/** Who visits which Purser, in which browser. */
export interface Visitor {
  readonly browser: Browser
  readonly baseUrl: string
  readonly email: string
  readonly password: string
}

export interface Visit {
  /** Compressed, as received over the network. */
  readonly kilobytes: number
  readonly lcp: number
  readonly cls: number
  /** From a press to the next frame, the longest of the walk. */
  readonly longest: number
}

/** Lighthouse's mobile preset: the browser's own protocol delays each request, so 3.75 of its round trips make one. */
const MOBILE = {
  latency: 150 * 3.75,
  downloadThroughput: (1.6e6 * 0.9) / 8,
  uploadThroughput: (750e3 * 0.9) / 8,
}
const SLOWER = 4
/** What the walk presses, if the page has it: a menu, a field with a list, the next page of a list. */
const WALK = ['[aria-label^="Account of"]', 'main [role=combobox]', 'main a[href*="after="]']

/** Visits several times, each with an empty cache; each figure is the median. */
export async function measureVisit(
  visitor: Visitor,
  path: string,
  times: number,
  isThrottled: boolean,
): Promise<Visit> {
  const visits: Visit[] = []
  for (let visit = 0; visit < times; visit++) visits.push(await visitOnce(visitor, path, isThrottled))
  const median = (figure: keyof Visit) =>
    visits.map((visit) => visit[figure]).sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
  return {
    kilobytes: median('kilobytes'),
    lcp: median('lcp'),
    cls: median('cls'),
    longest: median('longest'),
  }
}

async function visitOnce(
  { browser, baseUrl, email, password }: Visitor,
  path: string,
  isThrottled: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page, baseUrl, email, password)
    const protocol = await context.newCDPSession(page)
    await protocol.send('Network.enable')
    await protocol.send('Network.clearBrowserCache')
    if (isThrottled) {
      await protocol.send('Network.emulateNetworkConditions', { offline: false, ...MOBILE })
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    }
    let bytes = 0
    const scripts = new Set<string>()
    protocol.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (/\.m?js(\?|$)/.test(request.url)) scripts.add(requestId)
    })
    protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength
    })
    await page.addInitScript({ path: 'tests/bench/web/in-page.mjs' })
    await page.goto(baseUrl + path, { waitUntil: 'load' })
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    await page.waitForFunction((ms) => performance.now() > ms, isThrottled ? 8000 : 2000)
    const kilobytes = bytes / 1000
    const { lcp, cls } = await page.evaluate(() => window.visit)
    for (const selector of WALK) {
      const target = page.locator(selector).first()
      if (await target.isVisible()) await target.click()
      await page.waitForTimeout(500)
      await page.keyboard.press('Escape')
    }
    return { kilobytes, lcp, cls, longest: await page.evaluate(() => window.visit.longest) }
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, baseUrl: string, email: string, password: string): Promise<void> {
  await page.goto(`${baseUrl}/sign-in?callbackUrl=/account`, { waitUntil: 'networkidle' })
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${baseUrl}/account`)
}

declare global {
  interface Window {
    visit: { lcp: number; cls: number; longest: number }
  }
}
