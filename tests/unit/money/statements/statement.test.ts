import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainWindows } from '@/lib/money/statements/movements'
import {
  environmentLines,
  type Statement,
  statementLines,
  writeStatement,
} from '@/lib/money/statements/statement'
import { buildWindows, createCleanReadingTest } from '@/lib/money/statements/windows'
import { QUARTER_HOUR_MS, quarterHourOf } from '@/lib/platform/calendar'
import { event, lifeOf } from './any-life'
import { Life } from './life'

const NAMES = { environment: (id: string) => id, operation: (name: string) => name }

const END = 1_000_000 * QUARTER_HOUR_MS

/** Returns the statement of a life from one quarter hour to another. */
function statementOf({ readings, lost, booked }: Life, from: number, to: number): Statement | null {
  const isClean = createCleanReadingTest(lost)
  const anchors = readings.filter((reading) => isClean(reading))
  const { movements } = explainWindows(buildWindows(anchors, lost))
  const within = (first: number, end: number) =>
    booked.filter(
      ({ at }) =>
        quarterHourOf(at) >= quarterHourOf(new Date(first)) &&
        quarterHourOf(at) < quarterHourOf(new Date(end)),
    )
  return writeStatement({
    from: new Date(from),
    to: new Date(to),
    anchors,
    movements,
    pages: within(from, to).map(({ line }) => line),
    settledBeforeNano: within(0, from).reduce((sum, { line }) => sum + line.chargeNano, 0n),
  })
}

const sumOfParts = (statement: Statement): bigint =>
  statementLines(statement, NAMES)
    .filter(({ kind }) => kind === 'part' || kind === 'outside')
    .reduce((sum, { nano }) => sum + nano, 0n)

test('whatever happens, the lines add up to the last decimal, and periods join without a gap', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 1, max: 8 }), (events, cut) => {
      const life = lifeOf(events)
      const middle = cut * QUARTER_HOUR_MS
      const [before, after] = [statementOf(life, 0, middle), statementOf(life, middle, END)]
      const whole = statementOf(life, 0, END)
      for (const statement of [before, after, whole])
        if (statement) expect(statement.openingNano + sumOfParts(statement)).toBe(statement.closingNano)
      expect(whole?.closingNano).toBe(after?.closingNano)
      if (before && after && !after.isLate) expect(before.closingNano).toBe(after.openingNano)
    }),
    { numRuns: 1000 },
  )
})

test('without a reading before its end there is no statement', () => {
  const life = new Life()
  expect(statementOf(life, 0, 0)).toBeNull()
  expect(statementOf(life, 0, END)).toMatchObject({ isLate: true, openingNano: 100_000_000_000_000n })
})

test('outside spend has its own line after all parts, which belongs to no environment', () => {
  const life = new Life()
    .page('search', 100, 100_000_000n)
    .read()
    .page('search', 50, 100_000_000n)
    .thief(79_300_000_000_000n)
    .read()
    .page('search', 10, 100_000_000n)
    .read()
  const statement = statementOf(life, 0, END)
  const lines = statement ? statementLines(statement, NAMES) : []
  expect(lines.slice(-2).map(({ kind, nano }) => [kind, nano])).toEqual([
    ['outside', -79_300_000_000_000n],
    ['balance', 20_684_000_000_000n],
  ])
})

test('a statement has a line per environment and operation, and a total of one environment', () => {
  const life = new Life().page('search', 100, 100_000_000n).page('timeline', 10, 50_000_000n).topUp(7n).read()
  const statement = statementOf(life, 0, END)
  expect(
    statement &&
      statementLines(statement, NAMES).map(({ kind, label, items, nano }) => [kind, label, items, nano]),
  ).toEqual([
    ['balance', 'Opening balance', null, 100_000_000_000_000n],
    ['part', 'Top-ups', null, 7n],
    ['subtotal', 'Bought: production', 110, -10_500_000_000n],
    ['part', 'search', 100, -10_000_000_000n],
    ['part', 'timeline', 10, -500_000_000n],
    ['balance', 'Closing balance', null, 99_989_500_000_007n],
  ])
  expect(statement && environmentLines(statement, 'production', NAMES).at(-1)).toEqual({
    key: 'spent',
    kind: 'balance',
    label: 'Spent in production',
    items: 110,
    nano: -10_500_000_000n,
  })
})
