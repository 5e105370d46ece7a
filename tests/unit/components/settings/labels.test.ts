import { expect, test } from 'vitest'
import { describeCrons } from '@/app/(dashboard)/[team]/settings/audit/cron-words'
import { describeDetail } from '@/components/settings/audit-details'
import { acceptedConventions, describeAuditAction, registerConventionsFinder } from '@/lib/kernel'
import { PLAIN_CONVENTIONS } from '@/lib/kernel/conventions'

test('an action is described in words; an unknown one by its own name', () => {
  expect(describeAuditAction('key.report-leak')).toBe('Reported a leaked key')
  expect(describeAuditAction('moon.land')).toBe('moon.land')
})

test.each([
  ['budget.create', 'Created a budget'],
  ['token.create', 'Created a token'],
  ['gateway-key.create', 'Created a gateway key'],
  ['invite.create', 'Created an invite link'],
  ['wallet.create', 'Added a wallet'],
  ['environment.create', 'Added an environment'],
])('%s uses the word of its button: %s', (action, words) => {
  expect(describeAuditAction(action)).toBe(words)
})

test.each([
  ['{}', ''],
  ['{"from":"member","to":"admin"}', 'from: member, to: admin'],
  ['{"creditsPerItem":"0.15"}', 'credits per item: 0.15'],
  [
    '{"name":{"from":null,"to":"Main"},"stops":{"from":true,"to":false}}',
    'name: none → Main, stops: yes → no',
  ],
  ['{"capItemsDay":500,"shared":true,"environmentId":null}', 'items a day at most: 500, for the team: yes'],
  ['{"walletId":null,"tags":"[]","note":null}', 'note: none'],
  ['{"environmentId":{"from":"e1","to":null}}', 'environment (id): e1 → none'],
  [
    '{"kinds":{"from":"[]","to":"[\\"low_balance\\",\\"run_out\\"]"}}',
    'alerts: none → Low balance · Running out',
  ],
  ['{"since":"2026-11-22T23:30:00.000Z"}', 'since: 23 Nov 2026, 00:30'],
  ['{"balanceUnit":{"from":"credits","to":"cents"}}', 'Unit of the balance: credits → cents'],
  ['{"credits":{"from":null,"to":"1000000"}}', 'credits: none → 1,000,000'],
  ['{"credits":"0.15"}', 'credits: 0.15'],
  ['{"day":"2026-10-25","cost":"14.5 EUR"}', 'day: 25 Oct 2026, cost: 14.5 EUR'],
  ['{"from":"2026-10-01","to":"2026-10-31"}', 'from: 1 Oct 2026, to: 31 Oct 2026'],
  ['{"from":"127.0.0.1"}', 'network address: 127.0.0.1'],
  ['{"source":"127.0.0.1"}', 'network address: 127.0.0.1'],
  ['{"source":"the command at the machine"}', 'from: the command at the machine'],
  ['{"from":"2001:db8::1"}', 'network address: 2001:db8::1'],
  ['{"name":"Coffee","reuseSeconds":0}', 'name: Coffee'],
  ['{"kind":"email","events":"[\\"alert\\",\\"run.ended\\"]"}', 'kind: E-mail, sent: Alerts · Run ended'],
  ['{"kind":"low_balance","events":"[]"}', 'kind: Low balance, sent: none'],
  ['{"capItems":20000,"tellsAt":"50,80"}', 'items a run at most: 20,000, warns at (percent): 50, 80'],
  ['{"subject":"2024"}', 'asks for: 2024'],
  [
    '{"activeFrom":{"from":null,"to":0},"activeTo":{"from":null,"to":1440},"activeDays":"12345"}',
    'active from: none → 00:00, active until: none → 24:00, active days: Mon · Tue · Wed · Thu · Fri',
  ],
  ['{"activeDays":{"from":"67","to":"1234567"}}', 'active days: Sat · Sun → every day'],
  ['{"ofAnotherVersion":7}', 'of another version: 7'],
  ['no object', 'no object'],
  ['null', 'null'],
  ['[1', '[1'],
])('the detail %s reads "%s"', (detail, words) => {
  expect(describeDetail(detail, 'Europe/Berlin')).toBe(words)
})

test('figures in a detail follow the conventions of the reader', () => {
  registerConventionsFinder(() => acceptedConventions('de'))
  expect(describeDetail('{"amount":"500,000 items"}', 'UTC')).toBe('amount: 500.000 items')
  expect(describeDetail('{"creditsPerItem":{"from":"0.2","to":"0.24"}}', 'UTC')).toBe(
    'credits per item: 0,2 → 0,24',
  )
  registerConventionsFinder(() => PLAIN_CONVENTIONS)
})

test('a cron in a detail is described in words', () => {
  const detail = '{"cron":{"from":null,"to":"7 3 * * *"}}'
  expect(describeDetail(detail, 'UTC', describeCrons([detail]))).toBe('due: none → At 03:07')
  expect(describeCrons(['{"cron":"*/15 * * * *"}', '{"name":"7 3 * * *"}', 'no object', 'null'])).toEqual({
    '*/15 * * * *': 'Every 15 minutes',
  })
})

test('an id in a detail is replaced by its name if that is known', () => {
  const detail = JSON.stringify({ walletId: 'w1', keyId: 'k1', note: 'w2' })
  const names = { w1: 'Main', m1: 'Ada' }
  expect(describeDetail(detail, 'Europe/Berlin', names)).toBe('wallet: Main, key (id): k1, note: w2')
  expect(describeDetail('{"memberId":{"from":null,"to":"m1"}}', 'Europe/Berlin', names)).toBe(
    'runs for: none → Ada',
  )
  expect(describeDetail('{"scope":"wallet","scopeId":"w1"}', 'Europe/Berlin', names)).toBe(
    'scope: wallet, counts: Main',
  )
  expect(describeDetail('{"memberId":"m1"}', 'Europe/Berlin', names)).toBe('runs for: Ada')
})
