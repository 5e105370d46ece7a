import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '@/lib/platform/db'
import { type RunningServer, startServer } from '@/tests/support/server'
import { foundTeam, type TeamClient } from '@/tests/support/story'

const CUTS_MS = [0, 2, 4, 7, 11, 16, 22, 30]
const CUTS_AT_EACH = 12

let folder: string
let server: RunningServer
let admin: TeamClient
let runId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-downloads-'))
  server = await startServer({ dataFolder: folder })
  admin = await foundTeam(server.baseUrl)
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  const environmentId = (await db.environment.findFirstOrThrow()).id
  await db.$disconnect()
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  runId = randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const path = () => `/api/runs/${runId}/export?team=${admin.team}&format=xlsx`

/** Asks for the file, and is gone so many milliseconds later. */
const askAndLeave = (afterMs: number) =>
  new Promise<void>((resolve) => {
    const { hostname, port, host } = new URL(server.baseUrl)
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${path()} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`)
      setTimeout(() => socket.destroy(), afterMs)
    })
    socket.once('error', () => undefined).once('close', () => resolve())
    socket.resume()
  })

const download = async () => {
  const answer = await admin.fetch(path())
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
}

test('a person whose downloads were cut at any moment, or asked for with HEAD, can still download', async () => {
  const whole = await download()
  expect(whole).toMatchObject({ status: 200 })
  for (const afterMs of CUTS_MS) for (let at = 0; at < CUTS_AT_EACH; at++) await askAndLeave(afterMs)
  for (let at = 0; at < 6; at++) expect((await admin.fetch(path(), { method: 'HEAD' })).status).toBe(405)
  await expect.poll(download, { timeout: 10_000 }).toMatchObject({ status: 200 })
  expect((await download()).bytes).toBeGreaterThan(whole.bytes / 2)
})
