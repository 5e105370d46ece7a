import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  activityRows,
  applyActivityMessage,
  firstActivityState,
  KeyActivity,
} from '@/components/keys/key-activity'
import { KeyFacts } from '@/components/keys/key-facts'
import { byPriority } from '@/lib/kernel'
import { type ActivityMessage, createPacer, type PacerFigures } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const FIGURES = createPacer({ rate: 25, clock: makeVirtualClock() }).figures()

const activity = (figures: PacerFigures | null, lastUsedAt: Date | null = null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <KeyActivity
        team="acme"
        keyId="k"
        figures={figures}
        now={new Date('2026-11-20T20:00:00Z')}
        lastUsedAt={lastUsedAt}
        isOneOfSeveral
        firstStep={<a href="/acme/searches">Go to the searches</a>}
      />
    </MantineProvider>,
  )

test('an unused key shows no zeros, but how to see its calls', () => {
  const html = activity(null)
  expect(html).toContain('Not used yet')
  expect(html).toContain('Go to the searches')
  expect(html).not.toContain('<table')
  expect(html).toContain('Only this instance is shown.')
  expect(html).toContain('aria-live="polite"')
})

test('a key that was used before Purser started shows its last call', () => {
  const html = activity(null, new Date('2026-11-20T19:38:00Z'))
  expect(html).toContain('No calls right now')
  expect(html).toMatch(/Last call at \d+:38/)
  expect(html).not.toContain('Go to the searches')
  expect(activity(null, new Date('2026-11-18T19:38:00Z'))).toMatch(/Last call on .*18/)
})

test('a used key shows four figures and a table from the server; what was sent since is still unknown', () => {
  const html = activity(FIGURES)
  for (const text of ['Current send limit', 'Sent in the last second', 'In flight', 'Refused with 429'])
    expect(html).toContain(text)
  expect(html).toContain('The key allows 25')
  expect(html.match(/>unknown</g)).toHaveLength(5)
})

describe('the number of calls sent since the page began to watch', () => {
  const message = (total: number, epoch = 'a'): ActivityMessage => ({
    ...{ epoch, notes: [], perSecond: [] },
    figures: { ...FIGURES, sent: { ...byPriority(() => 0), run: total } },
  })
  const take = (...messages: ActivityMessage[]) =>
    messages.reduce(applyActivityMessage, firstActivityState(null))

  test('is unknown before the server’s first message, then zero, whatever happened before', () => {
    expect(firstActivityState(null).left).toBeNull()
    expect(take(message(40)).left?.run).toBe(0)
  })

  test('is counted by the server, so that it includes missed messages', () => {
    expect(take(message(40), message(43)).left?.run).toBe(3)
  })

  test('continues after a restart of the server', () => {
    expect(take(message(40), message(42), message(5, 'b')).left?.run).toBe(7)
  })

  test('starts at zero if the key is first used meanwhile', () => {
    const unused: ActivityMessage = { epoch: '', notes: [], perSecond: [], figures: null }
    expect(take(unused, message(3)).left?.run).toBe(3)
  })

  test('is in the table by priority and in total', () => {
    const rows = activityRows(take(message(40), message(42)))
    expect(rows.map(({ label, left, sent }) => [label, left, sent])).toEqual([
      ['Services', 0, 0],
      ['Page by page, and key checks', 0, 0],
      ['Background', 2, 42],
      ['Schedules, and balance readings', 0, 0],
      ['All', 2, 42],
    ])
  })
})

test('a balance is shown with the reading that it is based on', () => {
  const html = factsOf({ balanceNano: 99_987_000_000_000n, readNano: 100_000_000_000_000n })
  expect(html).toMatch(/99,987 credits.*100,000 read <time[^>]*>just now<\/time>, minus 13 spent since/)
  expect(factsOf({ balanceNano: 5_000_000_000n, readNano: 5_000_000_000n })).toMatch(/Read <time/)
})

test('a key without a balance says that it is unknown, and shows no part of the key but its prefix', () => {
  const html = factsOf(null)
  for (const text of ['xd_live_abcd…', 'Not known', 'Builder', '25 requests a second', 'Never'])
    expect(html).toContain(text)
  // Browsers would move a div out of a paragraph, which breaks hydration.
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
      />
    </MantineProvider>,
  )
}
