import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EXPORT_FORMAT_NAMES } from '@/lib/kernel'
import { openDb } from '@/lib/platform/db'
import { startRepeatingUpstream } from '@/tests/factories/repeating-upstream'
import { createLeakFinder } from '@/tests/support/leaks'
import { startServer } from '@/tests/support/server'
import { foundTeam } from '@/tests/support/story'
import { waitUntil } from '@/tests/support/wait-until'

const KEY = 'xd_live_8fK2a/b<Cd9>eF1&gH3%iJ5?kL7~mN0p'

test('a key that the upstream repeats in every form is on no page, and in no export, log or file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-scan-'))
  const upstream = await startRepeatingUpstream(KEY)
  const server = await startServer({ dataFolder: folder, env: { UPSTREAM_BASE_URL: upstream.baseUrl } })
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  try {
    const find = createLeakFinder([KEY], { nested: true })
    const admin = await foundTeam(server.baseUrl)
    const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
    const { id: environmentId } = await db.environment.findFirstOrThrow()
    const keyId = await admin.makeId('keys/addKeyAction', { key: KEY, walletId, environmentId })
    const runOf = async (subject: string, action: string): Promise<string> => {
      const search = { name: subject, operation: 'timeline', subject, shared: true }
      const searchId = await admin.makeId('searches/createSearchAction', search)
      const runId = randomUUID()
      const answer = await admin.mustPerform(action, { runId, searchId, keyId, capItems: 1000 })
      expect(find(action, JSON.stringify(answer))).toEqual([])
      return runId
    }
    const paged = await runOf('ada', 'runs/startRunAction')
    const refused = await runOf('error-400-4', 'runs/startRunAction')
    const whole = await runOf('bea', 'runs/startBackgroundRunAction')
    await waitUntil(async () => {
      const { state, items } = await db.run.findUniqueOrThrow({ where: { id: whole } })
      expect([state, items > 300]).toEqual(['ENDED', true])
    })

    const runs = [paged, refused, whole]
    const pages = [
      ...['', '/runs', '/searches', '/keys', '/usage', '/settings'].map((page) => `/${admin.team}${page}`),
      ...runs.map((id) => `/${admin.team}/runs/${id}`),
      ...runs.map((id) => `/api/runs/${id}/items?team=${admin.team}&count=500`),
      ...EXPORT_FORMAT_NAMES.map((format) => `/api/runs/${whole}/export?team=${admin.team}&format=${format}`),
    ]
    for (const page of pages) {
      const answer = await admin.fetch(page)
      expect([page, answer.status]).toEqual([page, 200])
      expect(find(page, Buffer.from(await answer.arrayBuffer()))).toEqual([])
      expect(find(page, JSON.stringify([...answer.headers]))).toEqual([])
    }
    expect(find('the log', server.lines.join('\n'))).toEqual([])
    await server.stop()
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(1)
    for (const { name } of files) expect(find(name, await readFile(join(folder, name)))).toEqual([])
  } finally {
    await db.$disconnect()
    await server.stop()
    await upstream.close()
    await rm(folder, { recursive: true, force: true })
  }
})
