import { afterAll } from 'vitest'
import { PRESET_NAMES } from '@/lib/sandbox'
import { readEnvTarget } from './env-target'
import { openSandboxTarget } from './sandbox-target'
import { describeUpstream } from './suite/describe-upstream'

/** The upstream that `purser test-provider` was given, otherwise the sandbox in each of its presets. */
const given = readEnvTarget(process.env)

if (given) describeUpstream(given.baseUrl, () => Promise.resolve(given), given.provider)
else
  for (const preset of PRESET_NAMES) {
    const opened: { close(): Promise<void> }[] = []
    describeUpstream(`the sandbox, ${preset}`, async () => {
      const target = await openSandboxTarget({ preset })
      opened.push(target)
      return target
    })
    afterAll(() => Promise.all(opened.map((target) => target.close())))
  }
