import { expect, test } from 'vitest'
import { formatPercent, formatShare } from '@/lib/kernel'

test('percents have a tenth below ten, and none from ten on', () => {
  expect([0, 0.04, 0.5, 5, 9.94, 9.96, 66.9, 1200, -3.25].map(formatPercent)).toEqual([
    ...['0%', '0%', '0.5%', '5%', '9.9%', '10%', '67%', '1,200%', '−3.2%'],
  ])
})

test('a share that is there is not 0%, one that lacks something is not 100%', () => {
  expect([0, 0.0001, 0.05, 0.256, 0.999, 1].map(formatShare)).toEqual([
    ...['0%', '<0.1%', '5%', '26%', '>99%', '100%'],
  ])
})
