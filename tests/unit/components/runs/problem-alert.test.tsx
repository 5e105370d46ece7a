import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProblemAlert } from '@/components/runs'

const html = (problem: Parameters<typeof ProblemAlert>[0]['problem'], provider: string | null = null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ProblemAlert problem={problem} provider={provider} />
    </MantineProvider>,
  )

const notUnderstood = {
  kind: 'not_understood',
  charged: 'unknown',
  message: 'The answer holds no list of items.',
  upstreamWords: null,
} as const

test('an answer that was not understood leads admins, and nobody else, to the provider', () => {
  expect(html(notUnderstood, '/acme/settings/provider')).toContain('href="/acme/settings/provider"')
  expect(html(notUnderstood)).not.toContain('/settings/provider')
})

test('a refused key does not lead to the provider', () => {
  const refused = { ...notUnderstood, kind: 'key_refused', charged: 'no' } as const
  const page = html(refused, '/acme/settings/provider')
  expect(page).toContain('The API refuses the key')
  expect(page).toContain('It was not charged.')
  expect(page).not.toContain('/settings/provider')
})

test('the API’s own words are shown as text, in their own direction', () => {
  const page = html({ ...notUnderstood, upstreamWords: '<img src=x onerror=alert(1)> שלום' })
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; שלום')
  expect(page).toContain('dir="auto"')
  expect(page).not.toContain('<img')
})
