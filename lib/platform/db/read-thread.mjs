// What the threads of `createReadThreads` run. Plain JavaScript, since Node 20 cannot read TypeScript.
import { workerData } from 'node:worker_threads'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import Database from 'better-sqlite3'

const { file, options } = workerData
/** How long a checkpoint may keep writers away while it waits for readers. */
const CHECKPOINT_MS = 200

/** A write that comes here by mistake is refused before it has done anything. */
const reads = await new PrismaBetterSqlite3(
  { url: `file:${file}`, readonly: true, fileMustExist: true },
  options,
).connect()
let checkpoints = null

/** Runs one statement that reads, or a checkpoint. What the database says against it comes back as `trouble`. */
export default async ({ query, checkpoint }) => {
  if (checkpoint) return { result: runCheckpoint(checkpoint) }
  if (!query) return { result: null }
  try {
    const since = performance.now()
    const result = await reads.queryRaw(query)
    return { result, ms: performance.now() - since }
  } catch (error) {
    return { trouble: error.cause ?? { kind: 'sqlite', extendedCode: 1, message: error.message } }
  }
}

/** The pages in the log, and how many of them are in the database file now. */
function runCheckpoint(mode) {
  checkpoints ??= new Database(file, { fileMustExist: true, timeout: CHECKPOINT_MS })
  const [{ busy, log, checkpointed }] = checkpoints.pragma(`wal_checkpoint(${mode})`)
  return { isBusy: busy === 1, pages: log, done: checkpointed }
}
