import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { bundled } from './bundled'
import { QUICK_NODE } from './quick-node'

/** One of our processes under test, with everything that it printed. */
export interface RunningProcess {
  readonly lines: readonly string[]
  readonly pid: number
  /** The processes that it has forked, if the system reports them (Linux). */
  forked(): readonly number[]
  /** Its exit code once it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it as Ctrl-C or a service manager would. Returns its exit code. */
  stop(): Promise<number | null>
  /** Kills it, as a power cut would. */
  kill(): Promise<void>
}

export interface RunningServer extends RunningProcess {
  readonly baseUrl: string
}

/** Compile cache of processes under test, which saves later ones a sixth of a start's processor time. */
const COMPILED = resolve('node_modules/.cache/purser-tests/compiled')

/** A start takes a few seconds, and many times that on a busy machine. */
const START_MS = 150_000

interface ServerSettings {
  readonly dataFolder: string
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Another start than from the sources: the image's. */
  readonly script?: string
  /** System user to run as. */
  readonly uid?: number
  /** Folder of another Purser, with its own build. */
  readonly folder?: string
}

/** Starts Purser as `npm start` does, from the existing build, and waits until it answers. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const server = await launchServer(settings)
  await server.untilItAnswers()
  return server
}

/** Does the same without waiting, because such a start may itself have to wait. */
export async function launchServer(
  settings: ServerSettings,
): Promise<RunningServer & { untilItAnswers(): Promise<void> }> {
  const port = settings.port ?? (await freePort())
  const { PURSER_DATA: _, ...inherited } = process.env
  const env = {
    ...inherited,
    NODE_ENV: 'production' as const,
    PORT: String(port),
    PURSER_DATA: settings.dataFolder,
    ...settings.env,
  }
  const running = run([settings.script ?? 'lib/server/cli/start.mjs'], env, settings.uid, settings.folder)
  const baseUrl = `http://localhost:${port}`
  return { ...running, baseUrl, untilItAnswers: () => untilAnswers(running, `${baseUrl}/api/health`) }
}

export interface RunningSandbox extends RunningProcess {
  readonly baseUrl: string
  readonly controlUrl: string
}

/** Starts `purser sandbox` in its own process, with its control port. */
export async function startSandboxProcess(
  dataFolder: string,
  options: readonly string[] = [],
): Promise<RunningSandbox> {
  const [port, controlPort] = [await freePort(), await freePort()]
  const where = ['--port', String(port), '--control-port', String(controlPort), '--data', dataFolder]
  const program = await bundled('lib/server/cli/program.ts')
  const running = run([program, 'sandbox', ...where, ...options], process.env)
  const controlUrl = `http://127.0.0.1:${controlPort}`
  await untilAnswers(running, `${controlUrl}/state`)
  return { ...running, baseUrl: `http://127.0.0.1:${port}`, controlUrl }
}

function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  uid?: number,
  folder?: string,
): RunningProcess & { readonly child: ChildProcess } {
  const child = spawn(process.execPath, [...QUICK_NODE, ...args], {
    env: { NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    ...(folder !== undefined && { cwd: folder }),
  })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line))
  const exited = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
    process.off('exit', endWithUs)
    return child.exitCode
  }
  return {
    child,
    lines,
    pid: child.pid ?? 0,
    ended: exited.then(() => child.exitCode),
    forked: () => forkedBy(child.pid ?? 0),
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
    },
  }
}

function forkedBy(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return pids === '' ? [] : pids.split(' ').map(Number)
}

/** Polls, because the process notifies nobody. Throws if the process ended or the address stays silent. */
async function untilAnswers({ child, lines }: ReturnType<typeof run>, url: string): Promise<void> {
  const deadline = performance.now() + START_MS
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The process did not answer at ${url}:\n${lines.join('\n')}`)
}

/**
 * Returns an unused loopback port outside the range that systems use for outgoing connections, one of which could take
 * it before it is used.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(15_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('No free port was found')
}
