import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@/lib/kernel'
import { type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { createWorkerRuntime, readEnv } from '@/lib/server/runtime'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeTeam } from '@/tests/factories/team'
import { bundled } from '@/tests/support/bundled'
import { freePort } from '@/tests/support/server'
import { bundle } from '../../../lib/server/build/bundle.mjs'

/** A measured path to the upstream. */
export interface Way {
  readonly name: string
  readonly baseUrl: string
  readonly key: string
  readonly pid: number | null
  /** Returns the wait for a slot and the upstream's time of the latest calls, in order of opening. */
  lastCalls(count: number): Promise<{ waitedMs: number; latencyMs: number }[]>
  stop(): Promise<void>
}

const until = async (check: () => Promise<boolean>): Promise<void> => {
  while (!(await check())) await systemClock.sleep(50)
}
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

/** Calls the upstream directly. */
export const directWay = (baseUrl: string): Way => ({
  name: 'direct',
  baseUrl,
  key: `xd_live_${'a'.repeat(32)}`,
  pid: null,
  lastCalls: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
})

const WORKER = 'tests/support/gateway-worker.ts'

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']

/** Calls through nginx as a plain reverse proxy that keeps its connections; null if it is not installed. */
export async function nginxWay(upstream: string): Promise<Way | null> {
  const program = NGINX.find((path) => existsSync(path))
  if (!program) return null
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'purser-nginx-')), await freePort()]
  const config = `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 4096; }
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      upstream up { server ${new URL(upstream).host}; keepalive 256; }
      server { listen 127.0.0.1:${port}; location / {
        proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; } } }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(program, ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')])
  process.once('exit', () => child.kill())
  const baseUrl = `http://127.0.0.1:${port}`
  await until(() => answers(baseUrl))
  return {
    ...directWay(baseUrl),
    name: 'nginx',
    async stop() {
      child.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Bundles the worker of this Purser, or of another one in its own folder. Returns its path. */
async function workerOf(beside: string | null): Promise<string> {
  if (beside === null) return bundled(WORKER)
  const file = join(beside, 'node_modules/.cache/purser-tests', `${process.pid}-beside.mjs`)
  await bundle(WORKER, file, beside)
  process.once('exit', () => rmSync(file, { force: true }))
  return file
}

/**
 * Calls through the gateway of a worker, on its own port; on SQLite unless a database is named. `beside`: another
 * Purser's folder.
 */
export async function gatewayWay(
  upstream: string,
  location: DbLocation | null,
  beside: string | null = null,
): Promise<Way> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-gateway-'))
  const at: DbLocation = location ?? { engine: 'sqlite', file: join(folder, 'purser.db') }
  const port = await freePort()
  const env = {
    PURSER_DATA: folder,
    UPSTREAM_BASE_URL: upstream,
    UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
    PURSER_MASTER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...(at.engine === 'postgres' && { DATABASE_URL: at.url }),
  }
  await migrate(at, 'prisma')
  const db = openDb(at)
  const team = await makeTeam(db, systemClock)
  // Stores the upstream key with the worker's master key.
  const runtime = await createWorkerRuntime(readEnv(env))
  const { token } = await makeService(openGateway(runtime, team, systemClock), runtime, team, {
    key: `xd_live_${'a'.repeat(32)}`,
  })
  await runtime.close()
  const child = spawn(process.execPath, [await workerOf(beside)], {
    cwd: beside ?? process.cwd(),
    env: { ...process.env, ...env, GATEWAY_PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const baseUrl = `http://127.0.0.1:${port}`
  await until(() => answers(`${baseUrl}/health`))
  return {
    name: `gateway, ${at.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}${beside === null ? '' : ', beside'}`,
    baseUrl,
    key: token.reveal(),
    pid: child.pid ?? null,
    async lastCalls(count) {
      const rows = await db.ledgerEntry.findMany({
        where: { outcome: 'SETTLED' },
        orderBy: { attemptId: 'desc' },
        take: count,
        select: { waitedMs: true, latencyMs: true },
      })
      return rows
        .reverse()
        .map(({ waitedMs, latencyMs }) => ({ waitedMs: waitedMs ?? 0, latencyMs: latencyMs ?? 0 }))
    },
    async stop() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      await db.$disconnect()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
