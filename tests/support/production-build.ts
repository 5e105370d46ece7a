import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const MARK = '.next/BUILD_ID'
const SOURCES = ['app', 'components', 'lib', 'public']
const isConfig = (name: string): boolean =>
  /^(package-lock|tsconfig)\.json$|^[^.].*\.(ts|mjs|cjs|js)$/.test(name)
const isTestConfig = (name: string): boolean => /^(playwright|vitest)\.config\./.test(name)

/** Browser tests run on what users run: builds the app when there is no build, or when a source is newer than it. */
export default function ensureProductionBuild(): void {
  if (isFresh()) return
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) throw new Error('The production build failed, so there is nothing to test in a browser.')
}

function isFresh(): boolean {
  if (!existsSync(MARK)) return false
  const atRoot = readdirSync('.').filter((name) => isConfig(name) && !isTestConfig(name))
  const inFolders = SOURCES.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const built = statSync(MARK).mtimeMs
  return [...atRoot, ...inFolders].every((path) => statSync(path).mtimeMs <= built)
}
