import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Author, ItemText, splitItemText } from '@/components/items/item-parts'
import type { ItemView } from '@/lib/collect/items'

const addresses = (text: string): string[] =>
  splitItemText(text).flatMap((part) => (part.kind === 'address' ? [part.text] : []))
const shown = (text: string): string => renderToStaticMarkup(<ItemText item={{ text }} />)
const joined = (text: string): string =>
  splitItemText(text)
    .map((part) => part.text)
    .join('')

test('http and https addresses are links to exactly what is shown', () => {
  expect(shown('See https://example.com/p/1?a=b&c=d.')).toContain('See <a class="')
  const html = shown('See https://example.com/p/1?a=b&c=d.')
  expect(html).toContain(
    'dir="ltr" href="https://example.com/p/1?a=b&amp;c=d" target="_blank" rel="noopener noreferrer nofollow">https://example.com/p/1?a=b&amp;c=d</a>.</p>',
  )
})

test.each([
  ['(https://en.example.org/wiki/Tea_(drink))', 'https://en.example.org/wiki/Tea_(drink)'],
  ['https://example.com, and more', 'https://example.com'],
  ['“https://example.com/a”', 'https://example.com/a'],
  ['"https://example.com/a"onclick="x"', 'https://example.com/a'],
  ["https://example.com/a'", 'https://example.com/a'],
  ['<https://example.com/a>', 'https://example.com/a'],
  ['HTTP://Example.com:8080/', 'HTTP://Example.com:8080/'],
  ['شكرا https://example.com/p/olq0jp', 'https://example.com/p/olq0jp'],
  ['https://example.com/日本', 'https://example.com/日本'],
  ['https://example.com/1。次', 'https://example.com/1'],
])('of %s only the address is a link', (text, address) => {
  expect(addresses(text)).toEqual([address])
  expect(joined(text)).toBe(text)
})

test.each([
  'javascript:alert(1)',
  'JavaScript://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x file:///etc/passwd ftp://example.com mailto:a@example.com //example.com www.example.com',
  'xhttps://example.com',
  'https:example.com https:/example.com https:// http://?',
  // A link must lead where its text says.
  'https://bank.example@evil.example/',
  'https://bank.example:secret@evil.example/',
  'https://b\u0430nk.example/',
  'https://\u202Eelpmaxe.live/',
])('nothing in %s is a link', (text) => {
  expect(addresses(text)).toEqual([])
  expect(joined(text)).toBe(text)
  expect(shown(text)).not.toContain('<a')
})

test('an address of 10,000 characters is not a link', () => {
  const text = `https://example.com/${'a'.repeat(10_000)}`
  expect(splitItemText(text)).toEqual([{ kind: 'words', text }])
  expect(shown(text)).not.toContain('<a')
})

test('a character that changes the writing direction ends an address', () => {
  expect(addresses('https://example.com/\u202Egpj.exe')).toEqual(['https://example.com/'])
  expect(addresses('https://example.com/\u200Ba')).toEqual(['https://example.com/'])
  expect(addresses('https://example.com\\@evil.example')).toEqual(['https://example.com'])
})

test('markup stays text, even within an address', () => {
  const html = shown('https://example.com/<img src=x onerror=alert(1)>')
  expect(html).not.toContain('<img')
  expect(html).toContain('href="https://example.com/"')
})

test('a tag and a name keep their sign in a text of the other direction', () => {
  expect(splitItemText('شكرا #coffee @sami_n، a@b.example').filter(({ kind }) => kind === 'tag')).toEqual([
    { kind: 'tag', text: '#coffee' },
    { kind: 'tag', text: '@sami_n' },
  ])
  expect(shown('شكرا #coffee')).toContain('<bdi>#coffee</bdi>')
})

test('a text full of tags or brackets is split into few parts, and quickly', () => {
  const tags = '#a '.repeat(20_000)
  expect(splitItemText(tags).length).toBeLessThan(300)
  expect(joined(tags)).toBe(tags)
  const before = performance.now()
  splitItemText('https://a/)'.repeat(20_000))
  splitItemText(`https://a/${')'.repeat(1900)} `.repeat(100))
  expect(performance.now() - before).toBeLessThan(1000)
})

test('an author’s handle is written left to right, whatever the script of the name', () => {
  const item = { author: { name: 'سامي نصار', handle: 'saminassar', id: null } } as ItemView
  expect(renderToStaticMarkup(<Author item={item} />)).toBe(
    '<bdi>سامي نصار</bdi> <bdi dir="ltr">@saminassar</bdi>',
  )
})
