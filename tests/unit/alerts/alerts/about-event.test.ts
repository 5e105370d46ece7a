import { readFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { buildEventMessage, describeEvent } from '@/lib/alerts/alerts/delivery/messages'
import { makeWebhookSecret } from '@/lib/alerts/channels'
import { toSignedWebhook } from '@/lib/alerts/channels/webhooks'
import { parseEventPayload } from '@/lib/platform/events'

const DOCUMENT = readFileSync('docs/use/events.md', 'utf8')
const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(DOCUMENT)?.[1] ?? '{}')
const TEAM = {
  ...{ id: example.data.teamId, name: 'Acme', slug: 'acme', timeZone: 'Europe/Berlin' },
}

describe('an event', () => {
  test('has the body that the document shows, and the signature that it describes', () => {
    const row = { kind: example.type, data: JSON.stringify(example.data), at: new Date(example.timestamp) }
    const secret = makeWebhookSecret()
    const message = buildEventMessage(TEAM, row, 'https://purser.example.org')
    const now = new Date()
    const { body, headers } = toSignedWebhook(message, secret, example.id, now)
    expect(JSON.parse(body)).toEqual(example)
    expect(Object.keys(JSON.parse(body).data)).toEqual(Object.keys(example.data))
    expect(new Webhook(secret).verify(body, headers)).toEqual(example)
  })

  test.each([
    [
      'items.new',
      { runId: 'r', searchId: null, searchName: null, newItems: 1 },
      'A private search: 1 new item',
      'A run of a private search brought 1 item that no earlier run had brought.',
      'runs/r?only=new',
    ],
    [
      'budget.reached',
      {
        ...{ budgetId: 'b', budgetName: 'Daily', unit: 'items', percent: 80 },
        ...{ settled: '1234', amount: '1500', startsAt: '2026-03-09T23:00:00.000Z' },
      },
      '“Daily” has reached 80%',
      '1,234 items of 1,500 items are spent in the budget “Daily”, in the period since 10 Mar 2026, 00:00.',
      'budgets#b',
    ],
    [
      'budget.reached',
      {
        ...{ budgetId: 'b', budgetName: 'Daily', unit: 'credits', percent: 50 },
        ...{ settled: '52.5', amount: '60', startsAt: '2026-03-09T23:00:00.000Z' },
      },
      '“Daily” has reached 50%',
      '52.50 credits of 60 credits are spent in the budget “Daily”, in the period since 10 Mar 2026, 00:00.',
      'budgets#b',
    ],
    [
      'balance.changed',
      { walletId: 'w', walletName: 'Main', balance: '-0.000000001', before: '12.5' },
      '“Main” holds −0.000000001 credits',
      'The API says so. The reading before said 12.50 credits.',
      'wallets/w',
    ],
  ])('%s is described in words', (kind, data, title, detail, path) => {
    const happened = parseEventPayload({ kind, data: JSON.stringify(data) })
    expect(describeEvent(happened, 'Europe/Berlin', 'credits')).toEqual({ title, detail, path })
  })

  test('an event of an unknown kind, or without a figure, is refused', () => {
    expect(() => parseEventPayload({ kind: 'run.begun', data: '{}' })).toThrow()
    expect(() => parseEventPayload({ kind: 'items.new', data: '{"runId":"r"}' })).toThrow()
  })
})
