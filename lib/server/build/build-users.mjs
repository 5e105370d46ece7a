// Records which process makes a build and which ones serve from it. Each notes itself in a file, because these
// processes share nothing else.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 500

// Next empties its folder at the start of a build, except for a few names, one of which is `cache`.
const lockOf = (folder) => join(folder, 'cache', 'purser-build')
const usersOf = (folder) => join(folder, 'purser-users')

/**
 * Waits until this process is the only one that builds in `folder`. Returns functions that note the process started
 * for the build and release the lock. A lock whose processes have all ended is taken over.
 */
export async function lockBuild(folder, onWait = () => undefined) {
  const lock = lockOf(folder)
  const mine = `${markOf(process.pid)} ${randomUUID()}`
  const held = {
    noteBuilder: (pid) => writeFileSync(lock, `${mine}\n${markOf(pid)}`),
    release: () => rmSync(lock, { force: true }),
  }
  mkdirSync(dirname(lock), { recursive: true })
  let seen
  while (!create(lock, mine)) {
    const found = read(lock)
    if (found === mine) return held
    if (found !== undefined && !found.split('\n').some(isAlive)) {
      // Takes the lock over only at the second sight of it, because another process may be about to write it. The next
      // round shows who took it over last.
      if (found === seen) writeFileSync(lock, mine)
    } else if (seen === undefined) onWait()
    seen = found
    await delay(POLL_MS)
  }
  return held
}

/** Returns whether a build is being made in `folder` or was interrupted. */
export const isLocked = (folder) => existsSync(lockOf(folder))

/** Notes, until it ends, that this process serves from `folder`. Returns a function that removes the note. */
export function noteUser(folder) {
  const file = join(usersOf(folder), String(process.pid))
  const forget = () => rmSync(file, { force: true })
  try {
    mkdirSync(usersOf(folder), { recursive: true })
    writeFileSync(file, markOf(process.pid))
  } catch {
    // The user that serves may lack the right to write in the folder.
    return () => undefined
  }
  process.once('exit', forget)
  return forget
}

/** Returns the id of a living process that serves from `folder`; undefined if there is none. */
export function liveUser(folder) {
  const users = usersOf(folder)
  if (!existsSync(users)) return undefined
  return readdirSync(users).find((pid) => isAlive(read(join(users, pid)) ?? ''))
}

/** Returns a process's id and its start. The id alone may belong to another process later. */
const markOf = (pid) => `${pid} ${startOf(pid)}`

function isAlive(mark) {
  const [pid, start] = mark.split(' ')
  if (!Number(pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return ['', start].includes(startOf(pid))
}

/**
 * Returns a process's start in ticks since the machine booted; 'ended' for a process that has ended and still has an
 * id; '' if the system does not say.
 */
function startOf(pid) {
  // The name is in brackets and may itself contain brackets and spaces: see proc(5).
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  if (!fields) return ''
  return fields[0] === 'Z' ? 'ended' : fields[19]
}

function create(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
