import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Path of headless Chromium. It does the same in half the time, and tests need no window. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const USUAL_PLACES = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? { path: CHROMIUM_PATH } : null
  if (existsSync(chromium.executablePath())) return { path: null }
  const path = USUAL_PLACES.find((place) => existsSync(place))
  return path ? { path } : null
}
