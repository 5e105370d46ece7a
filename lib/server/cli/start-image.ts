/** Entry of the image. This file, bundled, is the worker; the web process is Next's standalone server beside it. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, runWorker } from './launch'

const root = dirname(fileURLToPath(import.meta.url))

void launch({ root, serve: (env) => runWorker(env, join(root, 'web.mjs'), []) })
