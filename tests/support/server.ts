import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { bundled } from './bundled'
import { QUICK_NODE } from './quick-node'

/** A process of ours under test, with everything it printed. */
export interface RunningProcess {
  readonly lines: readonly string[]
  readonly pid: number
  /** The processes that it has forked, where the system tells (Linux). */
  forked(): readonly number[]
  /** Its exit code, when it has ended; null where a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it as Ctrl-C or a service manager would; answers its exit code. */
  stop(): Promise<number | null>
  /** Ends it by force, as a power cut would. */
  kill(): Promise<void>
}

export interface RunningServer extends RunningProcess {
  readonly baseUrl: string
}

/** What processes under test have compiled: the next ones read it, which saves a sixth of a start's processor time. */
const COMPILED = resolve('node_modules/.cache/purser-tests/compiled')

/** It takes a few seconds; a machine that does much else takes many times that. */
const START_MS = 150_000

interface ServerSettings {
  readonly dataFolder: string
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
  /** Another start than that of the sources: the image's. */
  readonly script?: string
  /** The system's user to run as. */
  readonly uid?: number
  /** Where another Purser lies, with a build of its own. */
  readonly folder?: string
}

/** Starts Purser as `npm start` does, from the build that is there, and waits until it answers. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const server = await launchServer(settings)
  await server.untilItAnswers()
  return server
}

/** The same without the wait: such a start may have to wait itself. */
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

/** Starts the program of `purser sandbox` as a process of its own, with its control port. */
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

/** Polls, since the process tells nobody; a process that ended or an address that stays silent is an error. */
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
 * A port of loopback that nobody uses at present. It is none of those that systems give to outgoing connections: one of
 * these could be taken again before it is used.
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
