// The code of the threads of `createReadThreads`. Plain JavaScript, because a thread starts without a compiler.
import { workerData } from 'node:worker_threads'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Database from 'better-sqlite3'
import { isBounded } from './bounded-plan.mjs'

const { file, options } = workerData
/** Maximum time that a checkpoint may keep writers waiting while it waits for readers. */
const CHECKPOINT_MS = 200
/** Minimum number of pages worth copying. SQLite's own default. */
const CHECKPOINT_PAGES = 1000

/** Opened read-only, so that a write that gets here by mistake is refused before it has done anything. */
const reads = await new PrismaBetterSqlite3(
  { url: `file:${file}`, readonly: true, fileMustExist: true },
  options,
).connect()
let checkpoints = null
let plans = null

/** Runs one read statement or a checkpoint. An error of the database is returned as `trouble`. */
export default async ({ query, isNew, checkpoint }) => {
  if (checkpoint) return { result: runCheckpoint(checkpoint) }
  if (!query) return { result: null }
  try {
    const since = performance.now()
    const result = await reads.queryRaw(query)
    const ms = performance.now() - since
    return { result, ms, ...(isNew && { isBounded: isBounded(planner(), query) }) }
  } catch (error) {
    return { trouble: error.cause ?? { kind: 'sqlite', extendedCode: 1, message: error.message } }
  }
}

const planner = () => {
  plans ??= new Database(file, { readonly: true, fileMustExist: true })
  return plans
}

/** Runs a checkpoint. Returns the number of pages in the log and how many of them are now in the database file. */
function runCheckpoint({ longLogPages }) {
  checkpoints ??= new Database(file, { fileMustExist: true, timeout: CHECKPOINT_MS })
  const run = (mode) => checkpoints.pragma(`wal_checkpoint(${mode})`)[0]
  const before = run('NOOP')
  if (before.log < CHECKPOINT_PAGES) return before
  const after = before.log - before.checkpointed < CHECKPOINT_PAGES ? before : run('PASSIVE')
  // With constant readers the log never starts over, so from a certain size on this waits for them.
  return after.log < longLogPages ? after : run('RESTART')
}
