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

test('a name that the entry shows already, and a subject that is in its list, are left out', () => {
  const detail = '{"name":"Ten","operation":"timeline","subject":"ada","subjects":"[\\"ada\\",\\"bob\\"]"}'
  expect(describeDetail(detail, 'UTC', {}, 'Ten')).toBe('operation timeline, asks for each of ada · bob')
  expect(describeDetail('{"name":"Ten","subject":"ada"}', 'UTC', {}, 'Eleven')).toBe('name Ten, asks for ada')
})

test.each([
  ['{}', ''],
  ['{"from":"member","to":"admin"}', 'member → admin'],
  ['{"creditsPerItem":"0.15"}', '0.15 credits per item'],
  [
    '{"name":{"from":null,"to":"Main"},"stops":{"from":true,"to":false}}',
    'name Main, now doesn’t block calls',
  ],
  ['{"capItemsDay":500,"shared":true,"environmentId":null}', 'at most 500 items per day, shared'],
  ['{"walletId":null,"tags":"[]","note":null}', ''],
  ['{"environmentId":{"from":"e1","to":null}}', 'in e1 → none'],
  ['{"kinds":{"from":"[]","to":"[\\"low_balance\\",\\"run_out\\"]"}}', 'alerts Low balance · Running out'],
  ['{"stops":{"from":"no","to":"yes"}}', 'now blocks calls'],
  ['{"month":"2026-10","balance":"14912.2","calls":0}', 'October 2026, closing balance 14,912.20 credits'],
  ['{"since":"2026-11-22T23:30:00.000Z"}', 'since 23 Nov 2026, 00:30'],
  ['{"balanceUnit":{"from":"credits","to":"cents"}}', 'Unit of the balance: credits → cents'],
  ['{"credits":{"from":null,"to":"1000000"}}', '1,000,000 credits'],
  ['{"credits":"0.15"}', '0.15 credits'],
  ['{"day":"2026-10-25","cost":"14.5 EUR"}', 'on 25 Oct 2026, for €14.50'],
  ['{"from":"2026-10-01","to":"2026-10-31"}', 'from 1 Oct 2026, to 31 Oct 2026'],
  ['{"from":"127.0.0.1"}', 'from 127.0.0.1'],
  ['{"source":"127.0.0.1"}', 'from 127.0.0.1'],
  ['{"source":"the command at the machine"}', 'from the command at the machine'],
  ['{"from":"2001:db8::1"}', 'from 2001:db8::1'],
  ['{"name":"Coffee","reuseSeconds":0}', 'name Coffee'],
  ['{"kind":"email","events":"[\\"alert\\",\\"run.ended\\"]"}', 'E-mail, sends Alerts · Run ended'],
  ['{"kind":"low_balance","events":"[]"}', 'Low balance'],
  ['{"capItems":20000,"tellsAt":"50,80"}', 'at most 20,000 items per run, warns at 50, 80%'],
  ['{"subject":"2024"}', 'asks for 2024'],
  [
    '{"activeFrom":{"from":null,"to":0},"activeTo":{"from":null,"to":1440},"activeDays":"12345"}',
    'active from 00:00, until 24:00, active Mon · Tue · Wed · Thu · Fri',
  ],
  ['{"activeDays":{"from":"67","to":"1234567"}}', 'active Sat · Sun → every day'],
  ['{"ofAnotherVersion":7}', 'of another version: 7'],
  ['no object', 'no object'],
  ['null', 'null'],
  ['[1', '[1'],
])('the detail %s reads "%s"', (detail, words) => {
  expect(describeDetail(detail, 'Europe/Berlin')).toBe(words)
})

test('figures in a detail follow the conventions of the reader', () => {
  registerConventionsFinder(() => acceptedConventions('de'))
  expect(describeDetail('{"amount":"500,000 items"}', 'UTC')).toBe('500.000 items')
  expect(describeDetail('{"creditsPerItem":{"from":"0.2","to":"0.24"}}', 'UTC')).toBe(
    '0,2 → 0,24 credits per item',
  )
  registerConventionsFinder(() => PLAIN_CONVENTIONS)
})

test('a cron in a detail is described in words', () => {
  const detail = '{"cron":{"from":null,"to":"7 3 * * *"}}'
  expect(describeDetail(detail, 'UTC', describeCrons([detail]))).toBe('At 03:07')
  expect(describeCrons(['{"cron":"*/15 * * * *"}', '{"name":"7 3 * * *"}', 'no object', 'null'])).toEqual({
    '*/15 * * * *': 'Every 15 minutes',
  })
})

test('an id in a detail is replaced by its name if that is known', () => {
  const detail = JSON.stringify({ walletId: 'w1', keyId: 'k1', note: 'w2' })
  const names = { w1: 'Main', m1: 'Ada' }
  expect(describeDetail(detail, 'Europe/Berlin', names)).toBe('wallet Main, key k1, “w2”')
  expect(describeDetail('{"memberId":{"from":null,"to":"m1"}}', 'Europe/Berlin', names)).toBe('runs for Ada')
  expect(describeDetail('{"scope":"wallet","scopeId":"w1"}', 'Europe/Berlin', names)).toBe('for Main')
  expect(describeDetail('{"memberId":"m1"}', 'Europe/Berlin', names)).toBe('runs for Ada')
})
