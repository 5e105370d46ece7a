/** Finds a Chromium for the browser tests. As a program, `npm run test:e2e` begins with it: it installs one if there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

/** Path at which Debian installs headless Chromium. It does the same in half the time, and tests need no window. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

const USUAL_PATHS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium: CHROMIUM_PATH, else Playwright's own, for which `path` is null because Playwright finds it by
 * itself, else one installed on this machine. Null if there is none.
 */
export function findChromium(): { readonly path: string | null } | null {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return existsSync(CHROMIUM_PATH) ? { path: CHROMIUM_PATH } : null
  if (existsSync(chromium.executablePath())) return { path: null }
  const path = USUAL_PATHS.find((each) => existsSync(each))
  return path === undefined ? null : { path }
}

function requireChromium(): void {
  const { CHROMIUM_PATH } = process.env
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  // A Chromium with a window does the same and takes twice the processor time, so the tests take minutes longer.
  const found = findChromium()
  if (!CHROMIUM_PATH && isRootOnDebian && found?.path && found.path !== HEADLESS_SHELL)
    if (!(run('apt-get', 'update') && aptInstall('chromium-headless-shell')))
      console.warn(
        `The tests run in ${found.path}: the quicker chromium-headless-shell could not be installed.`,
      )
  if (findChromium()) return
  if (CHROMIUM_PATH) end(`CHROMIUM_PATH names ${CHROMIUM_PATH}, where there is no file.`)
  console.log('No Chromium for the browser tests was found: installing one.')
  const isInstalled = (isRootOnDebian && installFromDebian()) || installFromPlaywright()
  if (!isInstalled || !findChromium())
    end(
      'No Chromium could be installed for the browser tests. Install one (Debian: apt-get install chromium; ' +
        'elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one.',
    )
}

function installFromDebian(): boolean {
  if (!run('apt-get', 'update')) return false
  // Older releases have only the one with a window.
  if (!aptInstall('chromium-headless-shell') && !aptInstall('chromium')) return false
  if (!aptInstall('fonts-noto-core', 'fonts-noto-color-emoji'))
    console.warn('Fonts for other scripts and emoji were not installed: some text will show as boxes.')
  return true
}

function installFromPlaywright(): boolean {
  const folder = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'))
  return run(process.execPath, join(folder, 'cli.js'), 'install', 'chromium')
}

const aptInstall = (...packages: readonly string[]): boolean =>
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)

const run = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

function end(message: string): never {
  console.error(message)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) requireChromium()
