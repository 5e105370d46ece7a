// What start.mjs loads through tsx before the server: everything that can be found wrong is found here, and then the worker.
export { prepare } from '@/lib/server/runtime'
export { work } from './work'
