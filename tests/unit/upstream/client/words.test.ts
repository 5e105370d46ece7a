import { describe, expect, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { upstreamErrorText } from '@/lib/upstream/client/words'

const wordsOf = (body: unknown) =>
  upstreamErrorText(typeof body === 'string' ? body : JSON.stringify(body), defaultProvider)

describe('the API’s words', () => {
  test.each([
    [{ error: 'bad_request', message: 'Say more' }, 'Say more'],
    [{ error: 'Say more' }, 'Say more'],
    [{ detail: 'Say more' }, 'Say more'],
    [{ title: 'Oh', detail: 'Say more', type: 'about:blank' }, 'Say more'],
    [{ success: false, error: { message: 'Say more' } }, 'Say more'],
    [{ errors: [{ message: 'Say more' }, { message: 'And more' }] }, 'Say more'],
    [{ detail: [{ msg: 'Say more' }] }, 'Say more'],
    ['Say more', 'Say more'],
    ['"Say more"', 'Say more'],
    [
      '<html><head><title>x</title></head><script>a<b</script><body><h1>Say</h1>\n more</body></html>',
      'Say more',
    ],
    [{ code: 7 }, null],
    ['', null],
    ['<p></p>', null],
  ])('%j', (body, words) => {
    expect(wordsOf(body)).toBe(words)
  })

  test('are one line of visible characters, cut at 300', () => {
    expect(wordsOf({ message: 'a\u0000b\u202Ec\n\td\u001b[31m' })).toBe('abc d[31m')
    const long = wordsOf({ message: '🍵'.repeat(400) }) ?? ''
    expect(Array.from(long)).toHaveLength(300)
    expect(long.endsWith('🍵…')).toBe(true)
  })

  test('are looked for where the provider says', () => {
    const provider = readProvider({ errorFields: ['fault.text'] })
    expect(upstreamErrorText('{"message":"a","fault":{"text":"b"}}', provider)).toBe('b')
  })

  test('a huge and hostile body is cheap to read', () => {
    expect(upstreamErrorText('<'.repeat(5_000_000), defaultProvider)).toHaveLength(300)
    expect(upstreamErrorText('<script '.repeat(500_000), defaultProvider)).toHaveLength(300)
  })
})
