// The web process: Next, as start.mjs or the worker starts it, with Next's own arguments.
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { takePriority } from './priority.mjs'

const next = createRequire(import.meta.url).resolve('next/dist/bin/next')

// Without its worker it could show pages and do nothing; whatever restarts Purser starts both.
process.once('disconnect', () => process.exit(1))
if (process.connected === false) process.exit(1)
// If all cores are busy a page may come a little later, but a missed slot of a key is lost.
takePriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Purser ends by its own rules: see app/_server/boot.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
// In development Next's server is in a process of its own.
const door = new URL('with-door.mjs', import.meta.url)
if (process.argv[2] === 'dev')
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${door.href}`
else await import(door.href)
process.argv.splice(1, 1, next)
await import(join(dirname(next), 'next'))
