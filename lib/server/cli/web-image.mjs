// The image's web process: Next's standalone server, as the worker starts it.
import { constants } from 'node:os'
import { takePriority } from './priority.mjs'

// Without its worker it could show pages and do nothing; whatever restarts Purser starts both.
process.once('disconnect', () => process.exit(1))
if (process.connected === false) process.exit(1)
// Where all cores are busy a page may come a little later; a slot of a key that passes meanwhile is lost.
takePriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Purser ends by its own rules: see app/_server/boot.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
// In a container this is the container's name, and Next would listen there alone.
process.env.HOSTNAME = process.env.HOST
await import('./with-door.mjs')
await import('./server.js')
