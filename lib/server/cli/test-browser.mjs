// Installs a Chromium for the browser tests if there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findChromium, HEADLESS_SHELL } from './find-chromium.mjs'

const { CHROMIUM_PATH } = process.env
const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version')

const run = (program, ...args) =>
  spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

const aptInstall = (...packages) => run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)

function installFromDebian() {
  if (!run('apt-get', 'update')) return false
  // Older releases have only the one with a window.
  if (!aptInstall('chromium-headless-shell') && !aptInstall('chromium')) return false
  if (!aptInstall('fonts-noto-core', 'fonts-noto-color-emoji'))
    console.warn('Fonts for other scripts and emoji were not installed: some text will show as boxes.')
  return true
}

function installFromPlaywright() {
  const folder = dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json'))
  return run(process.execPath, join(folder, 'cli.js'), 'install', 'chromium')
}

// A Chromium with a window does the same and takes twice the processor time, so the tests take minutes longer.
const found = findChromium()
if (!CHROMIUM_PATH && isRootOnDebian && found?.path && found.path !== HEADLESS_SHELL)
  if (!(run('apt-get', 'update') && aptInstall('chromium-headless-shell')))
    console.warn(
      `The tests run in ${found.path}: the quicker chromium-headless-shell could not be installed.`,
    )

if (!findChromium()) {
  if (CHROMIUM_PATH) {
    console.error(`CHROMIUM_PATH names ${CHROMIUM_PATH}, where there is no file.`)
    process.exit(1)
  }
  console.log('No Chromium for the browser tests was found: installing one.')
  const installed = (isRootOnDebian && installFromDebian()) || installFromPlaywright()
  if (!installed || !findChromium()) {
    console.error(
      'No Chromium could be installed for the browser tests. Install one (Debian: apt-get install chromium; ' +
        'elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one.',
    )
    process.exit(1)
  }
}
