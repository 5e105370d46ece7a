import { hkdfSync } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { AppError } from '@/lib/kernel'
import type { Env } from '@/lib/platform/settings'
import { prepare } from '@/lib/server/runtime'
import { loadEnv } from './load-env'

/** Differences between a start from the sources, one for development, and one from the image. */
interface Launch {
  /** Folder that contains prisma/, and perhaps .env. */
  readonly root: string
  /** Makes the build if necessary, once everything else is ready. */
  build?(): Promise<void>
  /** Starts serving. Resolves once the web process runs. */
  serve(env: Env): Promise<void>
}

/** Starts Purser, from the settings to the server. If it cannot start, ends the process with a message. */
export async function launch({ root, build, serve }: Launch): Promise<void> {
  const isOrphan = endWithNpm()
  try {
    process.chdir(root)
    process.env.NEXT_TELEMETRY_DISABLED ??= '1'
    loadEnv()
    // Only this user may read new files in the data folder. The build's files keep the usual mode.
    const usualMask = process.umask(0o077)
    const { env, nextAuthSecret, migrated } = await prepare(process.env, join(root, 'prisma'))
    process.umask(usualMask)
    await requireFreePort(env.HOST, env.PORT, ['HOST', 'PORT'])
    if (env.GATEWAY_PORT !== undefined)
      await requireFreePort(env.GATEWAY_HOST ?? env.HOST, env.GATEWAY_PORT, ['GATEWAY_HOST', 'GATEWAY_PORT'])
    process.env.NEXTAUTH_SECRET = nextAuthSecret
    process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ??= actionsKey(nextAuthSecret)
    if (migrated.length > 0)
      console.log(`Database ready in ${env.DATABASE_URL ? 'PostgreSQL' : env.PURSER_DATA}.`)
    await build?.()
    if (isOrphan()) process.exit(1)
    await serve({ ...env, NEXTAUTH_SECRET: nextAuthSecret })
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
    console.error(`Purser did not start. ${name === 'AppError' ? message : stack}`)
    process.exit(1)
  }
}

/**
 * Derives the key with which Next encrypts a server action's data within a page. It follows from the session secret,
 * so that instances which accept each other's sessions also understand each other's pages.
 */
const actionsKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'purser: server actions', 32)).toString('base64')

/**
 * Ends this process when npm is gone: npm runs it below a shell that dies of SIGTERM without passing it on, so a new
 * parent is watched for. Returns a function that says whether there is one.
 */
function endWithNpm(): () => boolean {
  if (!process.env.npm_lifecycle_event) return () => false
  const parent = process.ppid
  const isOrphan = () => process.ppid !== parent
  setInterval(() => isOrphan() && process.kill(process.pid, 'SIGTERM'), 500).unref()
  return isOrphan
}

/** Rejects with a message if the port is taken, for which Next would print a stack trace. */
function requireFreePort(
  host: string,
  port: number,
  [hostName, portName]: readonly [string, string],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
        const message = `This machine has no address ${host}. Set ${hostName} to one that it has, or to 0.0.0.0 for all.`
        return reject(new AppError('unavailable', message))
      }
      const why =
        error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`
      reject(
        new AppError('unavailable', `Port ${port} ${why}. Stop that, or set ${portName} to another one.`),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
