import { chromium } from '@playwright/test'
import config from '@/playwright.config'
import { startServer } from '@/tests/support/server'
import { FOUNDER } from '@/tests/support/story'

const dataFolder = process.argv[2] as string
const server = await startServer({ dataFolder, env: {} })
const browser = await chromium.launch(config.use?.launchOptions)
try {
  for (const path of process.argv.slice(3))
    for (let i = 0; i < 4; i++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      await page.goto(`${server.baseUrl}/sign-in?callbackUrl=/account`, { waitUntil: 'networkidle' })
      await page.getByLabel('E-mail address').fill(FOUNDER.email)
      await page.getByLabel(/^Password/).fill(FOUNDER.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL(`${server.baseUrl}/account`)
      const protocol = await context.newCDPSession(page)
      await protocol.send('Network.enable')
      await protocol.send('Network.clearBrowserCache')
      await protocol.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150 * 3.75,
        downloadThroughput: (1.6e6 * 0.9) / 8,
        uploadThroughput: (750e3 * 0.9) / 8,
      })
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.addInitScript(
        `window.shifts=[];new PerformanceObserver((l)=>{for(const e of l.getEntries()){window.shifts.push({t:e.startTime,v:e.value,input:e.hadRecentInput,s:e.sources.map(s=>({n:s.node&&(s.node.outerHTML??s.node.textContent).slice(0,160),p:s.node&&s.node.parentElement&&s.node.parentElement.outerHTML.slice(0,120),a:JSON.stringify(s.previousRect),b:JSON.stringify(s.currentRect)}))})}}).observe({type:'layout-shift',buffered:true})`,
      )
      await page.goto(server.baseUrl + path, { waitUntil: 'load' })
      await page.waitForTimeout(7000)
      console.log(path, JSON.stringify(await page.evaluate('window.shifts'), null, 1))
      await context.close()
    }
} finally {
  await browser.close()
  await server.stop()
}
