import { byName, type Nano, type OperationName } from '@/lib/kernel'
import type { Statement } from './statement'

/** A line of a statement, in nano-credits: added to the balance, or taken off it (below 0). */
export interface StatementLine {
  readonly key: string
  /** `outside` is also a part: what others took, which belongs to no environment. */
  readonly kind: 'balance' | 'subtotal' | 'part' | 'outside'
  readonly label: string
  readonly items: number | null
  readonly nano: Nano
}

interface Names {
  environment(id: string): string
  operation(name: OperationName): string
}

const OTHERS = [
  ['unpricedNano', 'Pages without a known price'],
  ['shiftNano', 'Price differences: pages cost more or less than was booked'],
  ['resolvedNano', 'Unknown calls that were charged'],
  ['lostNano', 'Unknown calls that may have been charged'],
  ['expiredNano', 'Expired bonus or free credits'],
  ['roundingNano', 'Rounding'],
] as const

const OUTSIDE = [
  ['outsideNano', 'Outside spend (no call of ours explains it)'],
  ['unexplainedNano', 'Not explained yet: outside spend, or a new price'],
] as const

/**
 * Returns a statement line by line, from the opening to the closing balance. The parts add up to the difference. What
 * each environment bought is listed below its sum. Empty lines are left out, except top-ups and pages.
 */
export function statementLines(statement: Statement, names: Names): StatementLine[] {
  const { pages } = statement
  const environmentIds = [...new Set(pages.map(({ environmentId }) => environmentId))]
  const environments = environmentIds
    .map((id) => ({
      id,
      name: names.environment(id),
      own: pages.filter((line) => line.environmentId === id),
    }))
    .sort(byName)
  return [
    balance('opening', 'Opening balance', statement.openingNano),
    part('topUpNano', 'Top-ups', null, statement.topUpNano),
    ...environments.flatMap(({ id, name, own }) => [
      {
        key: id,
        kind: 'subtotal' as const,
        label: `Bought: ${name}`,
        items: own.reduce((sum, { items }) => sum + items, 0),
        nano: -own.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
      },
      ...own.map(({ operation, items, chargeNano }) =>
        part(`${id} ${operation}`, names.operation(operation), items, -chargeNano),
      ),
    ]),
    ...(pages.length === 0 ? [part('pages', 'Bought', 0, 0n)] : []),
    ...OTHERS.filter(([key]) => statement[key] !== 0n).map(([key, label]) =>
      part(key, label, null, -statement[key]),
    ),
    ...OUTSIDE.filter(([key]) => statement[key] !== 0n).map(([key, label]) => ({
      ...part(key, label, null, -statement[key]),
      kind: 'outside' as const,
    })),
    balance('closing', 'Closing balance', statement.closingNano),
  ]
}

/**
 * Returns one environment's part of a statement, line by line, with its sum. The other lines belong to the wallet as a
 * whole.
 */
export function environmentLines(statement: Statement, environmentId: string, names: Names): StatementLine[] {
  const own = statement.pages.filter((line) => line.environmentId === environmentId)
  const resolvedNano = statement.resolvedByEnvironment[environmentId] ?? 0n
  const spentNano = own.reduce((sum, { chargeNano }) => sum + chargeNano, resolvedNano)
  return [
    ...own.map(({ operation, items, chargeNano }) =>
      part(operation, names.operation(operation), items, -chargeNano),
    ),
    ...(resolvedNano === 0n
      ? []
      : [part('resolvedNano', 'Unknown calls that were charged', null, -resolvedNano)]),
    {
      key: 'spent',
      kind: 'balance',
      label: `Spent in ${names.environment(environmentId)}`,
      items: own.reduce((sum, { items }) => sum + items, 0),
      nano: -spentNano,
    },
  ]
}

const balance = (key: string, label: string, nano: Nano): StatementLine => ({
  key,
  kind: 'balance',
  label,
  items: null,
  nano,
})

const part = (key: string, label: string, items: number | null, nano: Nano): StatementLine => ({
  key,
  kind: 'part',
  label,
  items,
  nano,
})
