// Which better-sqlite3 is installed. Version 13 brings its binaries and needs Node 22 or later; Node 20 needs version 12,
// which is downloaded ready-made or compiled. See docs/decisions/0004.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const modules = join(root, 'node_modules')
const installed = join(modules, 'better-sqlite3')
const isNode20 = Number(process.versions.node.split('.')[0]) < 22
const MAJOR_FOR_THIS_NODE = isNode20 ? 12 : 13

/** Whether the better-sqlite3 that is installed runs on this Node: the wrong one would end the process without a word. */
export function hasSqliteForThisNode() {
  const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  return Number(version.split('.')[0]) === MAJOR_FOR_THIS_NODE
}

/** After `npm ci`, which installs version 13: puts version 12 in its place on Node 20. Answers whether that worked. */
export function installSqliteForThisNode() {
  if (hasSqliteForThisNode()) return true
  if (!isNode20) return false
  const folder = join(modules, '.node-20')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(root, 'lib/server/cli/node-20', name), join(folder, name))
  if (!npm(folder, 'ci', '--no-audit', '--no-fund')) return false
  renameSync(installed, join(folder, 'better-sqlite3-13'))
  // Windows makes a junction without any right, a link only with one; a junction has no relative target.
  const target = process.platform === 'win32' ? folder : '.node-20'
  symlinkSync(join(target, 'node_modules/better-sqlite3'), installed, 'junction')
  return true
}

function npm(folder, ...args) {
  const { npm_execpath } = process.env
  const [program, first] = npm_execpath ? [process.execPath, [npm_execpath]] : ['npm', []]
  const { status } = spawnSync(program, [...first, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: !npm_execpath && process.platform === 'win32',
    // npm names the project that runs this script as the place to install to.
    env: {
      ...process.env,
      npm_config_local_prefix: folder,
      npm_config_ignore_scripts: 'false',
      INIT_CWD: folder,
    },
  })
  return status === 0
}
