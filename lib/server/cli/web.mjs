// Entry of the web process: Next, started by start.mjs or the worker, with Next's own arguments.
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { takePriority } from './priority.mjs'

const next = createRequire(import.meta.url).resolve('next/dist/bin/next')

// Without its worker it could show pages and do nothing. Whatever restarts Purser starts both.
process.once('disconnect', () => process.exit(1))
if (process.connected === false) process.exit(1)
// When all cores are busy, a page may be a little late, but a slot of a key that passes meanwhile is lost.
takePriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Purser shuts down by its own rules: see app/_server/boot.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
// In development Next's server runs in a process of its own.
const door = new URL('with-door.mjs', import.meta.url)
if (process.argv[2] === 'dev')
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${door.href}`
else await import(door.href)
process.argv.splice(1, 1, next)
await import(join(dirname(next), 'next'))
