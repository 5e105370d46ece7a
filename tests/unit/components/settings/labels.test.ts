import { expect, test } from 'vitest'
import { describeAction, describeDetail } from '@/components/settings/labels'

test('an action in words; one without words by its own name', () => {
  expect(describeAction('key.report-leak')).toBe('Reported a leaked key')
  expect(describeAction('moon.land')).toBe('moon.land')
})

test.each([
  ['{}', ''],
  ['{"from":"member","to":"admin"}', 'from: member, to: admin'],
  ['{"creditsPerItem":"0.15"}', 'credits per item: 0.15'],
  [
    '{"name":{"from":null,"to":"Main"},"stops":{"from":true,"to":false}}',
    'name: none → Main, stops: true → false',
  ],
  ['no object', 'no object'],
  ['null', 'null'],
])('the detail %s reads "%s"', (detail, words) => {
  expect(describeDetail(detail)).toBe(words)
})
