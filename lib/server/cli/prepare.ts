// start.mjs loads this through tsx before the server: it finds everything that can be wrong, then loads the worker.
export { prepare } from '@/lib/server/runtime'
export { work } from './work'
