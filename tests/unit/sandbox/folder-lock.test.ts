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

/** Starts a process that does nothing but run. */
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
  test('is held by one sandbox at a time, which is named to others; closing releases it', async () => {
    const folder = await makeFolder()
    const first = await createSandbox({ dataDir: folder })
    await expect(createSandbox({ dataDir: folder })).rejects.toThrow(
      `in use by process ${process.pid}. Stop that sandbox, or reach it on its control port with --control.`,
    )
    await first.close()
    expect(await readdir(folder)).not.toContain('sandbox.lock')
    expect(await opens(folder)).toBe(true)
  })

  test('goes to one of eight simultaneous sandboxes, even if a dead process had left its lock', async () => {
    const folder = await makeFolder()
    await writeFile(lockOf(folder), JSON.stringify({ pid: 2 ** 22 + 1, start: null }))
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => createSandbox({ dataDir: folder })),
    )
    const got = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(got).toHaveLength(1)
    await got[0]?.close()
  })

  test('stays with a live process, but not with a dead one', async () => {
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
    'does not stay with another process that has the same id',
    async () => {
      const folder = await makeFolder()
      const { pid } = bystander()
      await writeFile(lockOf(folder), JSON.stringify({ pid, start: '1' }))
      expect(await opens(folder)).toBe(true)
      await writeFile(lockOf(folder), JSON.stringify({ pid: process.pid, start: '1' }))
      expect(await opens(folder)).toBe(true)
    },
  )

  test('is not blocked by a lock in a copy, but by one that was moved with its folder', async () => {
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

  test('is free if its lock is unreadable, because that was only half written', async () => {
    const folder = await makeFolder()
    await writeFile(lockOf(folder), '{"pid"')
    expect(await opens(folder)).toBe(true)
  })

  test('waits for a takeover under way, but not for an old one', async () => {
    const folder = await makeFolder()
    const takeover = join(folder, 'sandbox.lock.takeover')
    await writeFile(lockOf(folder), JSON.stringify({ pid: 2 ** 22 + 1, start: null }))
    await writeFile(takeover, '')
    expect(await opens(folder)).toBe(false)
    await utimes(takeover, 0, 0)
    expect(await opens(folder)).toBe(true)
    expect(await readdir(folder)).toEqual([])
  })

  test('is released if it cannot be read', async () => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'sandbox.json'), 'null')
    await expect(createSandbox({ dataDir: folder })).rejects.toThrow()
    expect(await readdir(folder)).toEqual(['sandbox.json'])
    expect(await readFile(join(folder, 'sandbox.json'), 'utf8')).toBe('null')
  })
})
