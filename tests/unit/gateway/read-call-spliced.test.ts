import { expect, test } from 'vitest'
import { readCall } from '@/lib/gateway/read-call'
import { readReadyProviders } from '@/lib/upstream/providers'
import { makeDice } from '@/tests/factories/dice'

const BITS = [
  '/',
  '//',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '\\',
  ';',
  '%3b',
  '..;',
  '?',
  '#',
  '%23',
  '%3f',
  '%00',
  '%09',
  ' ',
  '@',
  ':',
  '%25',
  '%',
  '%zz',
  'http://evil',
  '\u00e9',
  '%c3%a9',
  '%ff',
  '+',
  '&',
  '=',
  '*',
  'A',
  '2',
  'tweets',
  'users',
  'by',
]

test('whatever is spliced into a path, a call that passes leads to the same host and path, however it is parsed', async () => {
  const providers = Object.values(await readReadyProviders())
  const dice = makeDice(5)
  let passed = 0
  const unlike = new Set<string>()
  for (let turn = 0; turn < 20_000; turn++) {
    const provider = providers[dice(providers.length)] ?? expect.unreachable()
    const templates = [
      provider.timeline.path,
      provider.search.path,
      provider.followers.path,
      ...provider.paths.map(({ path }) => path),
      provider.lookup?.path ?? '/',
    ]
    let target = (templates[dice(templates.length)] ?? '/').replace(/\{\w+\}/g, '20')
    for (let cut = 1 + dice(3); cut > 0; cut--) {
      const at = dice(target.length + 1)
      target = target.slice(0, at) + (BITS[dice(BITS.length)] ?? '') + target.slice(at + dice(3))
    }
    const call = readCall({ method: 'GET', target, hasBody: false }, provider)
    if (call.kind === 'refused' || call.kind === 'me') continue
    passed++
    const [path = ''] = target.split('?')
    const url = new URL(`http://upstream${target}`)
    if (url.host !== 'upstream' || url.pathname !== path || call.path !== target) unlike.add(target)
    if (url.hash !== '') unlike.add(target)
  }
  expect(passed).toBeGreaterThan(0)
  expect([...unlike]).toEqual([])
})
