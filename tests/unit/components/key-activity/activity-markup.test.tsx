import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KeyActivity } from '@/components/key-activity/key-activity'
import { KeyFacts } from '@/components/keys/key-facts'

const activity = () =>
  renderToStaticMarkup(
    <MantineProvider>
      <KeyActivity
        team="acme"
        keyId="k"
        packRate={25}
        figures={null}
        timeZone="Europe/Berlin"
        isOneOfSeveral
        firstStep={<a href="/acme/searches">Go to the searches</a>}
      />
    </MantineProvider>,
  )

test('from the server the activity stands still: bars, figures in words, and how to see it move', () => {
  const html = activity()
  expect(html).toContain('data-activity="bars"')
  expect(html).not.toContain('data-activity="road"')
  expect(html).toContain('The key allows 25')
  expect(html).toContain('Nothing is moving')
  expect(html).toContain('As seen by this instance alone.')
  expect(html).toContain('aria-live="polite"')
})

test('what has left is unknown until the server has told', () => {
  expect(activity().match(/>unknown</g)).toHaveLength(5)
})

test('its drawing is for eyes alone: the table says the same', () => {
  const html = activity()
  for (const [svg] of html.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/aria-hidden|tabler-icon/)
  for (const head of ['Waiting', 'Longest wait', 'Sent since you opened this page'])
    expect(html).toContain(head)
})

test('a balance is told with the reading that it follows from', () => {
  const html = factsOf({ balanceNano: 99_987_000_000_000n, readNano: 100_000_000_000_000n })
  expect(html).toMatch(/99,987 credits.*100,000 read <time[^>]*>just now<\/time>, minus 13 spent since/)
  expect(factsOf({ balanceNano: 5_000_000_000n, readNano: 5_000_000_000n })).toMatch(/Read <time/)
})

test('a key without a balance says that it is not known, and no part of the key but its prefix', () => {
  const html = factsOf(null)
  for (const text of ['xd_live_abcd…', 'Not known', 'Builder', '25 requests a second', 'Never'])
    expect(html).toContain(text)
  // What browsers take apart is what they then complain of.
  expect(html).not.toMatch(/<p[^>]*>[^/]*<div/)
})

function factsOf(balance: { readonly balanceNano: bigint; readonly readNano: bigint } | null): string {
  const at = new Date('2026-11-20T10:00:00Z')
  return renderToStaticMarkup(
    <MantineProvider>
      <KeyFacts
        row={{
          id: 'k',
          name: 'production',
          prefix: 'xd_live_abcd',
          status: 'active',
          walletId: 'w',
          walletName: 'Main',
          environmentId: 'e',
          environmentName: 'production',
          environmentColor: 'red',
          pack: 'Builder',
          rate: { requests: 25, windowMs: 1000 },
          rateSource: 'account',
          requestsPerSecond: 25,
          isUnchecked: false,
          service: null,
          elsewhere: null,
          createdAt: at,
          checkedAt: at,
          lastUsedAt: null,
          reference: null,
          balance: balance && {
            ...balance,
            id: 'r',
            at,
            standsAt: at,
            isTyped: false,
            settledNano: 0n,
            unpricedItems: 0,
          },
          unit: 'credits',
        }}
        service={{
          ...{ id: 'own', label: 'Social data API', tellsKeys: true, form: '', beginsWith: null },
          ...{ isSandbox: false, isPretend: false },
        }}
        now={at}
        timeZone="UTC"
      />
    </MantineProvider>,
  )
}
