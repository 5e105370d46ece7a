import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts this many processes of a worker, lets them begin together, and returns their reports. */
export async function runTogether(worker: string, processes: number, job: unknown): Promise<unknown[]> {
  const children = Array.from({ length: processes }, () =>
    fork(worker, [JSON.stringify(job)], { execArgv: ['--import', 'tsx'] }),
  )
  await Promise.all(children.map(nextMessage))
  const answers = children.map(nextMessage)
  for (const child of children) child.send('go')
  return Promise.all(answers)
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A process of the bench ended early'))),
  ])
  return message
}

/** Returns the quantile of some values, to one decimal place. */
export const quantile = (values: readonly number[], part: number): string =>
  ([...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? 0).toFixed(1)
