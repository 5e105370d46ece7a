// Entry of the image's web process: Next's standalone server, started by the worker.
import { constants } from 'node:os'
import { takePriority } from './priority.mjs'

// Without its worker it could show pages and do nothing. Whatever restarts Purser starts both.
process.once('disconnect', () => process.exit(1))
if (process.connected === false) process.exit(1)
// When all cores are busy, a page may be a little late, but a slot of a key that passes meanwhile is lost.
takePriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Purser shuts down by its own rules: see app/_server/boot.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
// In a container HOSTNAME is the container's name, and Next would listen only there.
process.env.HOSTNAME = process.env.HOST
await import('./with-door.mjs')
await import('./server.js')
