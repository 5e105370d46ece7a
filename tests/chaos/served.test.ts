import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { keyOfActionIds } from '@/lib/server/build/build.mjs'
import { AppClient, builtActions } from '@/tests/support/app-client'
import { openEmpty, type TestDb } from '@/tests/support/databases'
import { type RunningServer, startServer } from '@/tests/support/server'
import { foundTeam } from '@/tests/support/story'

let folder: string
let one: RunningServer
/** A second instance of the same build; undefined without PostgreSQL. */
let other: RunningServer | undefined
let shared: TestDb | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-served-'))
  // Nothing is bought here. Without an upstream each would start a sandbox, and a data folder can hold only
  // one.
  const env = { UPSTREAM_BASE_URL: 'http://127.0.0.1:9' }
  // Several instances can share only PostgreSQL; a folder with SQLite is for one.
  shared = inject('postgresAdminUrl') ? await openEmpty('postgres') : null
  if (shared?.location.engine !== 'postgres') {
    one = await startServer({ dataFolder: folder, env })
    return
  }
  const own = { dataFolder: folder, env: { ...env, DATABASE_URL: shared.location.url } }
  ;[one, other] = await Promise.all([startServer(own), startServer(own)])
})
afterAll(async () => {
  await Promise.all([one.stop(), other?.stop()])
  await shared?.close()
  await rm(folder, { recursive: true, force: true })
})

test('when all cores are busy, the web process yields to others, and the worker comes first if permitted', () => {
  const [web = 0] = one.forked()
  expect(getPriority(web)).toBe(10)
  expect(getPriority(one.pid)).toBe(process.getuid?.() === 0 ? -14 : 0)
})

const PUBLIC_FILES = {
  '/manifest.webmanifest': 'application/manifest+json',
  '/robots.txt': 'text/plain',
  '/icon.svg': 'image/svg+xml',
  '/favicon.ico': 'image/x-icon',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
  '/apple-touch-icon.png': 'image/png',
}

test.each(Object.entries(PUBLIC_FILES))('signed-out visitors are served %s as %s', async (path, type) => {
  const answer = await fetch(one.baseUrl + path, { redirect: 'manual' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(type)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20)
})

test('a page names the manifest and the home-screen icon, and its policy allows them', async () => {
  const answer = await fetch(`${one.baseUrl}/setup`)
  const page = await answer.text()
  expect(page).toContain('rel="manifest" href="/manifest.webmanifest"')
  expect(page).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"')
  expect(answer.headers.get('content-security-policy')).toContain("manifest-src 'self'")
  const { icons } = (await (await fetch(`${one.baseUrl}/manifest.webmanifest`)).json()) as {
    icons: { src: string }[]
  }
  expect(icons).toHaveLength(3)
  for (const { src } of icons) expect(Object.keys(PUBLIC_FILES)).toContain(src)
})

test('pages and scripts are compressed for clients that support it', async () => {
  const page = await fetch(`${one.baseUrl}/sign-in`, { headers: { 'accept-encoding': 'gzip' } })
  expect(page.headers.get('content-encoding')).toBe('gzip')
  const [script] = /\/_next\/static\/chunks\/[^"]+\.js[^"]*/.exec(await page.text()) ?? []
  const answer = await fetch(one.baseUrl + script, { headers: { 'accept-encoding': 'gzip' } })
  await answer.body?.cancel()
  expect(answer.headers.get('content-encoding')).toBe('gzip')
})

test('a path that only begins like a public file needs a sign-in', async () => {
  const answer = await fetch(`${one.baseUrl}/robots.txt/keys`, { redirect: 'manual' })
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toContain('/sign-in')
})

test('two instances of one build and one secret accept each other’s sessions, pages and actions', async (context) => {
  if (!other) return context.skip('Several instances need PostgreSQL.')
  const deploymentOf = async ({ baseUrl }: RunningServer) =>
    /data-dpl-id="(\w+)"/.exec(await (await fetch(`${baseUrl}/sign-in`)).text())?.[1]
  const deployment = await deploymentOf(one)
  expect(deployment).toMatch(/^[0-9a-f]{20}$/)
  expect(await deploymentOf(other)).toBe(deployment)

  const admin = await foundTeam(one.baseUrl)
  const action = 'app/(dashboard)/[team]/wallets/actions.ts#createWalletAction'
  const path = `/${admin.team}/wallets`
  const made = await new AppClient(other.baseUrl, admin.cookies).act(
    action,
    { team: admin.team, name: 'Elsewhere' },
    path,
  )
  expect(made).toMatchObject({ status: 200, data: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  expect(await (await admin.fetch(path)).text()).toContain('Elsewhere')
})

/** The case of two builds with a browser tab between them is in image.test.ts. */
test('an action’s id follows from its file and name, not from its code, so the next build has the same', () => {
  const actions = builtActions()
  expect(actions.length).toBeGreaterThan(20)
  for (const { id, name } of actions) {
    const [file, exported] = name.split('#')
    const digest = createHash('sha1').update(`${keyOfActionIds()}${file}:${exported}`).digest('hex')
    expect(id.slice(2), name).toBe(digest)
  }
})
