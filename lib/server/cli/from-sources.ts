// Entry that start.mjs loads: the launch and the worker.
export { launch } from './launch'
export { work } from './work'
