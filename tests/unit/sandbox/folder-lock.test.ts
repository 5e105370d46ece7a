import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '@/lib/sandbox'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-lock-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const lockOf = (folder: string) => join(folder, 'sandbox.lock')

/** A process that does nothing but live. */
function bystander(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function opens(folder: string): Promise<boolean> {
  try {
    await (await createSandbox({ dataDir: folder })).close()
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'unavailable' })
    return false
  }
}

describe('The data folder', () => {
  test('is held by one sandbox at a time, which says who; closing lets go of it', async () => {
    const folder = await makeFolder()
    const first = await createSandbox({ dataDir: folder })
    await expect(createSandbox({ dataDir: folder })).rejects.toThrow(
      `in use by process ${process.pid}. Stop that sandbox, or reach it on its control port with --control.`,
    )
    await first.close()
    expect(await readdir(folder)).not.toContain('sandbox.lock')
    expect(await opens(folder)).toBe(true)
  })

  test('of eight that come at once one gets it, also where a dead process had left its lock', async () => {
    const folder = await makeFolder()
    await writeFile(lockOf(folder), JSON.stringify({ pid: 2 ** 22 + 1, start: null }))
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => createSandbox({ dataDir: folder })),
    )
    const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(got).toHaveLength(1)
    await got[0]?.close()
  })

  test('a living process keeps it, a dead one does not', async () => {
    const folder = await makeFolder()
    const holder = bystander()
    await writeFile(lockOf(folder), JSON.stringify({ pid: holder.pid, start: null }))
    await expect(createSandbox({ dataDir: folder })).rejects.toThrow(`in use by process ${holder.pid}`)
    const exited = once(holder, 'exit')
    holder.kill('SIGKILL')
    await exited
    expect(await opens(folder)).toBe(true)
  })

  test.skipIf(process.platform !== 'linux')(
    'a namesake of the process that left it does not keep it',
    async () => {
      const folder = await makeFolder()
      const { pid } = bystander()
      await writeFile(lockOf(folder), JSON.stringify({ pid, start: '1' }))
      expect(await opens(folder)).toBe(true)
      await writeFile(lockOf(folder), JSON.stringify({ pid: process.pid, start: '1' }))
      expect(await opens(folder)).toBe(true)
    },
  )

  test('a lock that came along in a copy keeps nobody out, one that was moved with its folder does', async () => {
    const folder = join(await makeFolder(), 'sandbox')
    const first = await createSandbox({ dataDir: folder })
    const mark: object = JSON.parse(await readFile(lockOf(folder), 'utf8'))
    await first.close()
    await writeFile(lockOf(folder), JSON.stringify({ ...mark, pid: bystander().pid, start: null }))
    const copy = `${folder}-copy`
    await cp(folder, copy, { recursive: true })
    expect(await opens(copy)).toBe(true)
    expect(await opens(folder)).toBe(false)
    await rename(folder, `${folder}-moved`)
    expect(await opens(`${folder}-moved`)).toBe(false)
  })

  test('a lock that nobody can read was left half written', async () => {
    const folder = await makeFolder()
    await writeFile(lockOf(folder), '{"pid"')
    expect(await opens(folder)).toBe(true)
  })

  test('a takeover under way is waited out, an old one is not', async () => {
    const folder = await makeFolder()
    const takeover = join(folder, 'sandbox.lock.takeover')
    await writeFile(lockOf(folder), JSON.stringify({ pid: 2 ** 22 + 1, start: null }))
    await writeFile(takeover, '')
    expect(await opens(folder)).toBe(false)
    await utimes(takeover, 0, 0)
    expect(await opens(folder)).toBe(true)
    expect(await readdir(folder)).toEqual([])
  })

  test('one that cannot be read is let go of', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'sandbox.json'), 'null')
    await expect(createSandbox({ dataDir: folder })).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['sandbox.json'])
    expect(await readFile(join(folder, 'sandbox.json'), 'utf8')).toBe('null')
  })
})
