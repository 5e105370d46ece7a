import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BuildProject, ensureBuild } from '@/lib/server/build/build.mjs'
import { forgetMasterKey, webProcessEnv } from '@/lib/server/cli/launch'

/** Stands in for `next build`: records in a file that it ran. */
const NOTES_A_BUILD = `import { appendFileSync } from 'node:fs'
appendFileSync(new URL('builds', import.meta.url), process.argv[2] + '\\n')`
const NEVER_ENDS = `import { writeFileSync } from 'node:fs'
writeFileSync(new URL('builder', import.meta.url), String(process.pid))
setInterval(() => undefined, 1000)`

let folder: string
let project: BuildProject
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-build-'))
  project = { folder: join(folder, '.next'), hash: () => 'one', script: join(folder, 'next.mjs') }
  await writeFile(project.script, NOTES_A_BUILD)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const builds = async () => (await readFile(join(folder, 'builds'), 'utf8')).trim().split('\n')
const lock = () => join(project.folder, 'cache', 'purser-build')
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

test('two simultaneous starts build once, and a build that fits is reused', async () => {
  await Promise.all([ensureBuild({ project }), ensureBuild({ project })])
  await ensureBuild({ project })
  expect(await builds()).toEqual(['build'])
  expect(existsSync(lock())).toBe(false)
  await ensureBuild({ project: { ...project, hash: () => 'two' } })
  expect(await builds()).toEqual(['build', 'build'])
  await ensureBuild({ project: { ...project, hash: () => 'two', outputs: [join(folder, 'lost')] } })
  expect(await builds()).toEqual(['build', 'build', 'build'])
})

test('a lock whose processes have ended is taken over by exactly one of two starts', async () => {
  await mkdir(join(project.folder, 'cache'), { recursive: true })
  await writeFile(lock(), `${deadPid()} \n${deadPid()} `)
  await Promise.all([ensureBuild({ project }), ensureBuild({ project })])
  expect(await builds()).toEqual(['build'])
  expect(existsSync(lock())).toBe(false)
})

test('a build is refused while a process serves the existing one, and made once that process has ended', async () => {
  await ensureBuild({ project, serves: true })
  const changed = { ...project, hash: () => 'two' }
  const say = vi.fn()
  await expect(ensureBuild({ project: changed, say })).rejects.toThrow(
    `A Purser is running from this folder (process ${process.pid}). Stop it, then start again.`,
  )
  expect(say).not.toHaveBeenCalled()
  await ensureBuild({ project })
  expect(await builds()).toEqual(['build'])

  const users = join(project.folder, 'purser-users')
  expect(await readdir(users)).toEqual([String(process.pid)])
  await writeFile(join(users, String(process.pid)), `${deadPid()} `)
  await ensureBuild({ project: changed })
  expect(await builds()).toEqual(['build', 'build'])
})

test('a signal also ends the build, and leaves no lock', async () => {
  await writeFile(project.script, NEVER_ENDS)
  const { script, folder: out } = project
  const code = `import { ensureBuild } from ${JSON.stringify(resolve('lib/server/build/build.mjs'))}
    const project = { ...${JSON.stringify({ script, folder: out })}, hash: () => 'one' }
    ensureBuild({ project }).catch(({ message }) => { console.error(message); process.exitCode = 3 })`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  const exited = once(starter, 'exit')
  const builder = await vi.waitFor(async () => {
    const pid = Number(await readFile(join(folder, 'builder'), 'utf8'))
    expect(pid).toBeGreaterThan(0)
    return pid
  }, 30_000)
  starter.kill('SIGTERM')
  expect(await exited).toEqual([3, null])
  expect(() => process.kill(builder, 0)).toThrow('ESRCH')
  expect(existsSync(lock())).toBe(false)
})

test('Next passes no master key named in .env to the web process', async () => {
  await writeFile(join(folder, '.env'), 'PURSER_MASTER_KEY=secret\nPURSER_MASTER_KEY_FILE=file\nPORT=4000\n')
  const readAsNext = (env: NodeJS.ProcessEnv): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          '-e',
          `require('@next/env').loadEnvConfig(${JSON.stringify(folder)}, false, { info() {}, error() {} })
          const { PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE, PORT } = process.env
          console.log(JSON.stringify([PURSER_MASTER_KEY, PURSER_MASTER_KEY_FILE, PORT]))`,
        ],
        { env, encoding: 'utf8' },
      ),
    )
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production' }
  expect(readAsNext(env)).toEqual(['secret', 'file', '4000'])
  expect(readAsNext(webProcessEnv(env))).toEqual(['', '', '4000'])
  const more = { PURSER_NEW_MASTER_KEY: 'a', PURSER_KEY_ACME__MAIN: 'b', PURSER_KEY_FILES: 'c', PORT: '1' }
  expect(Object.values(webProcessEnv({ ...env, ...more }))).not.toContain('b')
  expect(webProcessEnv({ ...env, ...more })).toMatchObject({ PURSER_NEW_MASTER_KEY: '', PORT: '1' })
  const own: NodeJS.ProcessEnv = { ...env, ...more, PURSER_MASTER_KEY: 'm', PURSER_MASTER_KEY_FILE: 'f' }
  forgetMasterKey(own)
  expect(own).toEqual({
    ...env,
    PURSER_KEY_ACME__MAIN: 'b',
    PURSER_KEY_FILES: 'c',
    PORT: '1',
    PURSER_MASTER_KEY_FILE: 'f',
  })
})
