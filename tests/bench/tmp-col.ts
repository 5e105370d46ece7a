import { chromium } from '@playwright/test'
import config from '@/playwright.config'
import { startServer } from '@/tests/support/server'
import { FOUNDER } from '@/tests/support/story'

const server = await startServer({ dataFolder: process.argv[2] as string, env: {} })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(`${server.baseUrl}/sign-in?callbackUrl=/account`, { waitUntil: 'networkidle' })
  await page.getByLabel('E-mail address').fill(FOUNDER.email)
  await page.getByLabel(/^Password/).fill(FOUNDER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${server.baseUrl}/account`)
  await page.goto(server.baseUrl + '/acme/wallets', { waitUntil: 'load' })
  await page.waitForTimeout(3000)
  console.log(
    await page.evaluate(
      `[...document.querySelectorAll('main table')].map(t=>[...t.querySelectorAll('th')].map((h,i)=>h.textContent.replace('\\n','|')+': '+h.getBoundingClientRect().width.toFixed(0)+' '+[...t.querySelectorAll('tbody tr')].slice(0,3).map(r=>r.cells[i].textContent).join(' / ')).join('\\n'))`,
    ),
  )
  await page.screenshot({ path: '/tmp/wallets.png' })
} finally {
  await browser.close()
  await server.stop()
}
