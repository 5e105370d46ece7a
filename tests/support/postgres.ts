import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

/** A private PostgreSQL cluster that lives at most as long as this process. */
export interface PostgresServer {
  /** A superuser's URL. Create your own database with `createDatabase`. */
  readonly adminUrl: string
  /** Kills it as a power cut would, and restarts it on the same files once `until` is fulfilled. */
  crash(until: () => Promise<unknown>): Promise<void>
  /** Stops the server and deletes its files. */
  stop(): Promise<void>
}

interface PostgresOptions {
  print?(line: string): void
  /**
   * Makes commits survive a crash, and compiles long statements. Tests are faster without both: their statements are
   * short, and only seem long while nothing is known about the tables.
   */
  readonly isDurable?: boolean
  /** Folder of its tables; its own by default. */
  readonly folder?: string
  /** Maximum size of its write-ahead log before a checkpoint. */
  readonly logMegabytes?: number
}

// The shell outlives us only to clean up: however this process ends, its end of the pipe closes and `read`
// returns.
const SUPERVISE = `
  set -eu
  trap '' INT TERM HUP
  home=$(mktemp -d "$2/purser-postgres.XXXXXX")
  trap 'rm -rf -- "$home"' EXIT
  PATH="$1:$PATH"
  initdb --pgdata="$home/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >"$home/log"
  options="-c listen_addresses=127.0.0.1 -c port=$3 -c unix_socket_directories='$home'"
  options="$options -c fsync=off -c synchronous_commit=$4 -c full_page_writes=off -c max_connections=200"
  options="$options -c max_wal_size=$5MB -c jit=$4"
  start() {
    pg_ctl start -w -s -D "$home/data" -l "$home/log" -o "$options" || { cat "$home/log" >&2; exit 1; }
    echo ready
  }
  start
  while read -r order; do
    case "$order" in
      crash) pg_ctl stop -s -m immediate -D "$home/data"; echo crashed ;;
      start) start ;;
    esac
  done
  pg_ctl stop -s -m fast -D "$home/data"
`

/**
 * Starts PostgreSQL from this machine's binaries, on a free loopback port that trusts every local caller. Without
 * binaries, prints the reason and returns null; tests of that engine are then skipped.
 */
export async function startPostgres({
  print = console.log,
  isDurable = false,
  folder = tmpdir(),
  logMegabytes = 1024,
}: PostgresOptions = {}): Promise<PostgresServer | null> {
  const bin = findBinaries()
  const owner = findOwner()
  if (!bin) return absent(print, 'no initdb was found (Debian: apt-get install postgresql)')
  if (!owner) return absent(print, 'it refuses to run as root and there is no user "postgres"')
  const port = await freePort()
  const shell = spawn(
    '/bin/sh',
    ['-c', SUPERVISE, 'sh', bin, folder, String(port), isDurable ? 'on' : 'off', String(logMegabytes)],
    {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      ...owner,
    },
  )
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()))
  let complaint = ''
  shell.stderr.on('data', (text) => {
    complaint += String(text)
  })
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  const says = async (word: string) => {
    const { value } = await lines.next()
    if (value !== word) throw new Error(`PostgreSQL did not say “${word}”:\n${complaint}`)
  }
  await says('ready')
  const order = async (word: string, answer: string) => {
    shell.stdin.write(`${word}\n`)
    await says(answer)
  }
  const stop = () => {
    shell.stdin.end()
    return ended
  }
  return {
    adminUrl: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    crash: async (until) => {
      await order('crash', 'crashed')
      await until()
      await order('start', 'ready')
    },
    stop,
  }
}

function absent(print: (line: string) => void, reason: string): null {
  print(`PostgreSQL is not tested: ${reason}.`)
  return null
}

/** Debian keeps the server's programs off PATH, one folder per version: newest first. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(configured ? [configured] : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** User to run as, because PostgreSQL refuses root. */
function findOwner(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
