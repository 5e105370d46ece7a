// What start.mjs loads through tsx: the launch, and the worker.
export { launch } from './launch'
export { work } from './work'
