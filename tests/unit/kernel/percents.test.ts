import { expect, test } from 'vitest'
import { formatPercent, formatShare } from '@/lib/kernel'

test('percents below ten have one decimal, larger ones none', () => {
  expect([0, 0.04, 0.5, 5, 9.94, 9.96, 66.9, 1200, -3.25].map(formatPercent)).toEqual([
    ...['0%', '0%', '0.5%', '5%', '9.9%', '10%', '67%', '1,200%', '−3.2%'],
  ])
})

test('a share above zero is never shown as 0%, and one below the whole never as 100%', () => {
  expect([0, 0.0001, 0.05, 0.256, 0.999, 1].map(formatShare)).toEqual([
    ...['0%', '<0.1%', '5%', '26%', '>99%', '100%'],
  ])
})
