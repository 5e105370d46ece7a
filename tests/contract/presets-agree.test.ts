import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { PRESET_NAMES, type PresetName } from '@/lib/sandbox'
import { createUpstream, type Item, type PageRequest } from '@/lib/upstream/client'
import { openSandboxTarget } from './sandbox-target'

/** The same moment for all sandboxes, so that they have the same posts. */
const clock = { ...systemClock, now: () => new Date('2026-11-20T12:00:00.000Z') }
const targets = new Map<PresetName, Awaited<ReturnType<typeof openSandboxTarget>>>()

beforeAll(async () => {
  for (const preset of PRESET_NAMES) targets.set(preset, await openSandboxTarget({ preset, clock }))
})
afterAll(() => Promise.all([...targets.values()].map((target) => target.close())))

async function read(preset: PresetName, request: PageRequest): Promise<readonly Item[]> {
  const target = targets.get(preset)
  if (!target) throw new Error(`There is no sandbox of the preset ${preset}.`)
  const upstream = createUpstream({ ...target, clock })
  const answer = await upstream.fetchPage(target.key, request)
  await upstream.close()
  if (!answer.ok) throw new Error(answer.problem.message)
  return answer.value.items()
}

/** Returns what every preset states: two of them write times without milliseconds, and plain has no link. */
const common = ({ id, text, author, createdAt }: Item) => ({
  id,
  text,
  author,
  at: createdAt?.slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
})

const REQUESTS: readonly PageRequest[] = [
  { operation: 'timeline', subject: 'ada' },
  { operation: 'search', subject: 'coffee', product: 'Latest' },
  { operation: 'search', subject: 'coffee', product: 'Top' },
  { operation: 'followers', subject: 'grace' },
]

test.each(REQUESTS)('every preset gives the same $operation: $product', async (request) => {
  const count = { count: 60 }
  const plain = await read('plain', { ...request, ...count })
  expect(plain.length).toBeGreaterThan(20)
  for (const preset of PRESET_NAMES) {
    const items = await read(preset, { ...request, ...count })
    expect(items.map(common)).toEqual(plain.map(common))
  }
})
