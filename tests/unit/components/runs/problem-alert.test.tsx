import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProblemAlert } from '@/components/runs'

const html = (problem: Parameters<typeof ProblemAlert>[0]['problem'], contract: string | null = null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ProblemAlert problem={problem} contract={contract} />
    </MantineProvider>,
  )

const notUnderstood = {
  kind: 'not_understood',
  charged: 'unknown',
  message: 'The answer holds no list of items.',
  upstreamWords: null,
} as const

test('an answer that was not understood leads admins to the contract, and nobody else', () => {
  expect(html(notUnderstood, '/acme/settings/contract')).toContain('href="/acme/settings/contract"')
  expect(html(notUnderstood)).not.toContain('/settings/contract')
})

test('what a refused key needs is no contract', () => {
  const refused = { ...notUnderstood, kind: 'key_refused', charged: 'no' } as const
  const page = html(refused, '/acme/settings/contract')
  expect(page).toContain('The upstream refuses the key')
  expect(page).toContain('It was not charged.')
  expect(page).not.toContain('/settings/contract')
})

test('the upstream’s own words stand there as text, in their own direction', () => {
  const page = html({ ...notUnderstood, upstreamWords: '<img src=x onerror=alert(1)> שלום' })
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; שלום')
  expect(page).toContain('dir="auto"')
  expect(page).not.toContain('<img')
})
