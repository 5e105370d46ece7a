import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReadThreads, type ThreadLanes } from '@/lib/platform/db/sqlite/thread-lanes'

const MORTAL = fileURLToPath(new URL('../../../stubs/mortal-read-thread.mjs', import.meta.url))

let lanes: ThreadLanes
beforeAll(async () => {
  lanes = await startReadThreads({ file: '', adapter: {}, longestMs: 1000, entry: MORTAL })
})
afterAll(() => lanes.close())

/** Asks for work that has only one thread. */
const ask = (sql: string) => lanes.run('checkpoints', { query: { sql, args: [], argTypes: [] } })

test('work that waits behind a thread that exits is done by the next one', async () => {
  await ask('ready')
  const dying = expect(ask('die')).rejects.toThrow('exited')
  const waiting = [ask('one'), ask('two')]
  await dying
  expect(await Promise.all(waiting)).toMatchObject([{ result: 'one' }, { result: 'two' }])
})
