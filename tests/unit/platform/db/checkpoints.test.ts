import { expect, test, vi } from 'vitest'
import { createCheckpoints } from '@/lib/platform/db/sqlite/checkpoints'

function begun(run = () => Promise.resolve({})) {
  const asked = vi.fn(run)
  const pages: number[] = []
  const checkpoints = createCheckpoints(asked)
  checkpoints.onAutoCheckpoint(async (wanted) => void pages.push(wanted))
  return { checkpoints, asked, pages }
}
const settled = () => new Promise((proceed) => setImmediate(proceed))

test('no thread is asked before there are any, or after they ended', async () => {
  const { checkpoints, asked, pages } = begun()
  for (let n = 0; n < 1000; n++) checkpoints.noteCommit()
  checkpoints.end()
  for (let n = 0; n < 1000; n++) checkpoints.noteCommit()
  await settled()
  expect(asked).not.toHaveBeenCalled()
  expect(pages).toEqual([])
})

test('commits copy nothing while a thread does; it is asked once a second and after many commits, one request at a time', async () => {
  let finish: (answer: object) => void = () => undefined
  const { checkpoints, asked, pages } = begun(
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  await checkpoints.begin()
  expect(pages).toEqual([0])
  checkpoints.noteCommit()
  expect(asked).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 1000; n++) checkpoints.noteCommit()
  expect(asked).toHaveBeenCalledTimes(1)
  finish({})
  await settled()
  checkpoints.noteCommit()
  expect(asked).toHaveBeenCalledTimes(2)
  finish({})
  await settled()
  checkpoints.noteCommit()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('if the thread fails, commits copy a long log themselves until it succeeds', async () => {
  let fails = true
  const { checkpoints, pages } = begun(async () => {
    if (fails) throw new Error('disk full')
    return {}
  })
  await checkpoints.begin()
  checkpoints.noteCommit()
  await settled()
  expect(pages).toEqual([0, 32_768])
  fails = false
  for (let n = 0; n < 500; n++) checkpoints.noteCommit()
  await settled()
  expect(pages).toEqual([0, 32_768, 0])
})
