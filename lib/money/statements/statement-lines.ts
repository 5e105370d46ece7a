import type { Micro, Operation } from '@/lib/kernel'
import type { Statement } from './statement'

/** A line of a statement, in micro-credits: added to the balance, or taken off it (below 0). */
export interface StatementLine {
  readonly key: string
  readonly kind: 'balance' | 'subtotal' | 'part'
  readonly label: string
  readonly items: number | null
  readonly micro: Micro
}

interface Names {
  environment(id: string): string
  operation(name: Operation): string
}

const OTHERS = [
  ['unpricedMicro', 'Pages without a known price'],
  ['shiftMicro', 'Price differences: pages cost more or less than was booked'],
  ['resolvedMicro', 'Unknown calls that were charged'],
  ['lostMicro', 'Unknown calls that may have been charged'],
  ['outsideMicro', 'Outside spend: by somebody else'],
  ['unexplainedMicro', 'Not explained yet'],
  ['roundingMicro', 'Rounding'],
] as const

/**
 * A statement line by line, from the opening to the closing balance. The parts add up to the difference. Each
 * environment's pages stand below their sum. Empty lines are left out, except top-ups and pages.
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
    .sort((one, two) => one.name.localeCompare(two.name))
  return [
    balance('opening', 'Opening balance', statement.openingMicro),
    part('topUpMicro', 'Top-ups', null, statement.topUpMicro),
    ...environments.flatMap(({ id, name, own }) => [
      {
        key: id,
        kind: 'subtotal' as const,
        label: `Pages in ${name}`,
        items: own.reduce((sum, { items }) => sum + items, 0),
        micro: -own.reduce((sum, { chargeMicro }) => sum + chargeMicro, 0n),
      },
      ...own.map(({ operation, items, chargeMicro }) =>
        part(`${id} ${operation}`, `${names.operation(operation)} in ${name}`, items, -chargeMicro),
      ),
    ]),
    ...(pages.length === 0 ? [part('pages', 'Pages', 0, 0n)] : []),
    ...OTHERS.filter(([key]) => statement[key] !== 0n).map(([key, label]) =>
      part(key, label, null, -statement[key]),
    ),
    balance('closing', 'Closing balance', statement.closingMicro),
  ]
}

/**
 * One environment's part of a statement, line by line, with its sum. The other lines belong to the wallet as a whole.
 */
export function environmentLines(statement: Statement, environmentId: string, names: Names): StatementLine[] {
  const own = statement.pages.filter((line) => line.environmentId === environmentId)
  const resolvedMicro = statement.resolvedByEnvironment[environmentId] ?? 0n
  const spentMicro = own.reduce((sum, { chargeMicro }) => sum + chargeMicro, resolvedMicro)
  return [
    ...own.map(({ operation, items, chargeMicro }) =>
      part(operation, names.operation(operation), items, -chargeMicro),
    ),
    ...(resolvedMicro === 0n
      ? []
      : [part('resolvedMicro', 'Unknown calls that were charged', null, -resolvedMicro)]),
    {
      key: 'spent',
      kind: 'balance',
      label: `Spent in ${names.environment(environmentId)}`,
      items: own.reduce((sum, { items }) => sum + items, 0),
      micro: -spentMicro,
    },
  ]
}

const balance = (key: string, label: string, micro: Micro): StatementLine => ({
  key,
  kind: 'balance',
  label,
  items: null,
  micro,
})

const part = (key: string, label: string, items: number | null, micro: Micro): StatementLine => ({
  key,
  kind: 'part',
  label,
  items,
  micro,
})
