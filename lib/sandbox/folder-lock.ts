import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '@/lib/kernel'

const LOCK = 'sandbox.lock'
const TAKEOVER = 'sandbox.lock.takeover'
/** Taking over a lock takes milliseconds; an older file is from a process that died doing so. */
const TAKEOVER_MS = 10_000

const HELD = Symbol.for('purser.sandbox-folders')
const processHolds = globalThis as { [HELD]?: Set<string> }

/**
 * Returns the folders that this very process holds. Not a module variable, because each bundle of Next has its own
 * copy of this module.
 */
const held = (): Set<string> => {
  processHolds[HELD] ??= new Set()
  return processHolds[HELD]
}

/**
 * Locks a data folder for this process alone. Returns a function that releases it. Takes over the lock of a dead
 * process, and one that came along when another folder was copied. Throws `unavailable`, with the holder's process id,
 * if the folder is in use.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = resolve(folder)
  if (held().has(path)) throw inUse(path, process.pid)
  held().add(path)
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const mark = JSON.stringify({
      pid: process.pid,
      start: await startOf(process.pid),
      folder: await idOf(path),
    })
    if (!(await create(join(path, LOCK), mark))) await takeOver(path, mark)
  } catch (error) {
    held().delete(path)
    throw error
  }
  return async () => {
    await rm(join(path, LOCK), { force: true })
    held().delete(path)
  }
}

/** Replaces a dead process's mark with ours, one at a time, so that nobody removes a lock that was just taken. */
async function takeOver(path: string, mark: string): Promise<void> {
  const takeover = join(path, TAKEOVER)
  if (!(await create(takeover, mark))) {
    if (!(await isOlderThan(takeover, TAKEOVER_MS))) throw inUse(path, null)
    await rm(takeover, { force: true })
    if (!(await create(takeover, mark))) throw inUse(path, null)
  }
  try {
    const holder = await readHolder(join(path, LOCK))
    const isOfHere = holder?.folder === null || holder?.folder === (await idOf(path))
    if (holder && isOfHere && (await isAlive(holder))) throw inUse(path, holder.pid)
    await rm(join(path, LOCK), { force: true })
    if (!(await create(join(path, LOCK), mark))) throw inUse(path, null)
  } finally {
    await rm(takeover, { force: true })
  }
}

interface Holder {
  readonly pid: number
  /** Start time of its process, as the system counts; null if unknown. */
  readonly start: string | null
  /** The folder that it holds, by `idOf`; null where the lock does not say. */
  readonly folder: string | null
}

/** Returns whether the holder still runs: its process id may belong to another process now. */
async function isAlive({ pid, start }: Holder): Promise<boolean> {
  // We are that process and hold nothing, so an earlier process had the same id.
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
  }
  const now = await startOf(pid)
  return start === null || now === null || start === now
}

/** Returns the holder that a lock names; null if there is none, or none that can be read. */
async function readHolder(file: string): Promise<Holder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !Number.isInteger(value.pid))
      return null
    const start = 'start' in value && typeof value.start === 'string' ? value.start : null
    const folder = 'folder' in value && typeof value.folder === 'string' ? value.folder : null
    return { pid: Number(value.pid), start, folder }
  } catch {
    return null
  }
}

/** Returns what distinguishes a folder from its copy, and stays the same when it is moved: its inode number. */
const idOf = async (path: string): Promise<string> => (await stat(path, { bigint: true })).ino.toString()

/**
 * Returns the start time of a process if the system reports it (Linux): field 22 of its stat, after the name in
 * brackets.
 */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Creates a file that must not exist, with all its content in one step. Returns whether it did. */
async function create(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600 })
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const isOlderThan = async (file: string, ms: number): Promise<boolean> =>
  stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => true,
  )

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

function inUse(path: string, pid: number | null): AppError {
  const who = pid === null ? 'another process' : `process ${pid}`
  return new AppError(
    'unavailable',
    `The folder ${path} is in use by ${who}. Stop that sandbox, or reach it on its control port with --control.`,
  )
}
