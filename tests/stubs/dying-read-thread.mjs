// A thread that reads, and dies at the first statement that names its death; the next thread lives.
import { existsSync, writeFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import run from '../../lib/platform/db/sqlite/read-thread.mjs'

const mark = `${workerData.file}.died`

export default (task) => {
  if (task.query?.sql.includes("'die'") && !existsSync(mark)) {
    writeFileSync(mark, '')
    process.exit(1)
  }
  return run(task)
}
