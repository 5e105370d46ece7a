import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { prepareServer } from '@/lib/server/runtime'
import { lockDataFolder } from '@/lib/server/runtime/data-folder'
import { bundled } from '@/tests/support/bundled'
import { waitUntil } from '@/tests/support/wait-until'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-held-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const impatient = { patienceMs: 0, reportLine: () => undefined }

describe('only one Purser uses a data folder', () => {
  test('a second one is told who holds it and what to do; later it may use it', async () => {
    const first = await lockDataFolder(folder)
    const refused = new RegExp(
      `Another Purser uses the data folder ${folder}: process ${process.pid} on .+, since 20.+Stop it, or`,
    )
    await expect(lockDataFolder(folder, impatient)).rejects.toThrow(refused)
    await first.release()
    const second = await lockDataFolder(folder, impatient)
    await second.release()
  })

  test('a second one waits for a first one that is stopping, and says so once', async () => {
    const first = await lockDataFolder(folder)
    const said: string[] = []
    let waits = 0
    const clock = {
      ...systemClock,
      async sleep() {
        if (++waits === 3) await first.release()
      },
    }
    const second = await lockDataFolder(folder, { clock, reportLine: (line) => void said.push(line) })
    expect(waits).toBe(3)
    expect(said).toEqual([
      expect.stringMatching(`Another Purser uses .*process ${process.pid}.*Waiting up to 30`),
    ])
    await expect(lockDataFolder(folder, impatient)).rejects.toThrow('Another Purser')
    await second.release()
  })

  test('a start does not touch the database while another process holds the folder', async () => {
    const first = await lockDataFolder(folder)
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => said.mockRestore())
    const starting = prepareServer({ PURSER_DATA: folder }, 'prisma')
    await waitUntil(() => expect(said).toHaveBeenCalledWith(expect.stringContaining('Another Purser uses')))
    expect(existsSync(join(folder, 'purser.db'))).toBe(false)
    await first.release()
    const { migrated, hold } = await starting
    expect(migrated.length).toBeGreaterThan(0)
    await expect(lockDataFolder(folder, impatient)).rejects.toThrow('Another Purser')
    await hold?.release()
  })

  test('the kernel releases the lock of a killed process', async () => {
    const other = fork(await bundled('tests/support/folder-holder.ts'), [folder])
    expect((await once(other, 'message'))[0]).toBe('held')
    await expect(lockDataFolder(folder, impatient)).rejects.toThrow(`process ${other.pid} on `)
    const ended = once(other, 'exit')
    other.kill('SIGKILL')
    await ended
    const mine = await lockDataFolder(folder, impatient)
    await mine.release()
  })

  test('of many that start at once, one holds it', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDataFolder(folder, impatient)),
    )
    const holds = tries.filter((each) => each.status === 'fulfilled')
    expect(holds).toHaveLength(1)
    for (const { value } of holds) await value.release()
  })
})
