/**
 * Entry of the web process, which the worker forks: Next behind the door. This file, bundled, is part of the build and
 * of the image, where Next's standalone server lies beside it.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { pathToFileURL } from 'node:url'
import { installDoor } from './door'
import { setProcessPriority } from './priority'

// Without its worker it could show pages and do nothing. Whatever restarts Purser starts both.
process.once('disconnect', () => process.exit(1))
if (process.connected === false) process.exit(1)
// When all cores are busy, a page may be a little late, but a slot of a key that passes meanwhile is lost.
setProcessPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// Purser shuts down by its own rules: see app/_server/boot.ts.
process.env.NEXT_MANUAL_SIG_HANDLE = 'true'
installDoor(process.env)

const standalone = new URL('server.js', import.meta.url)
if (existsSync(standalone)) {
  // In a container HOSTNAME is the container's name, and Next would listen only there.
  process.env.HOSTNAME = process.env.HOST
  await import(standalone.href)
} else {
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  process.argv.splice(1, 1, next)
  await import(pathToFileURL(next).href)
}
