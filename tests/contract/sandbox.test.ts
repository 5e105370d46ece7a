import { afterAll } from 'vitest'
import { openSandboxTarget } from './sandbox-target'
import { describeUpstream } from './suite/describe-upstream'

for (const preset of ['plain'] as const) {
  const opening: ReturnType<typeof openSandboxTarget>[] = []
  describeUpstream(`The sandbox, ${preset}`, () => {
    const target = openSandboxTarget({ preset })
    opening.push(target)
    return target
  })
  afterAll(async () => {
    for (const target of opening) await (await target).close()
  })
}
