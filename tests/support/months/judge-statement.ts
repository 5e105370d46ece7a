import { getWalletReport, type Movement } from '@/lib/money/statements'
import { type Charge, type Facts, sumOf } from './books'
import { windowDoubt } from './doubts'
import type { WalletHistory } from './watch'
import { ANSWER_MS, type TestWallet, type World } from './world'

const QUARTER_HOUR = 15 * 60_000

/** Throws where a wallet's statement of the month is not what the sandbox's books say, to the last decimal. */
export async function judgeStatement(
  world: World,
  pot: TestWallet,
  beganAt: Date,
  history: WalletHistory,
): Promise<void> {
  const { ctx, clock, books } = world
  const all = history.movements.map(({ from, to }) =>
    books.between(pot.walletId, from.getTime() - ANSWER_MS, to.getTime() - ANSWER_MS),
  )
  for (const [place, movement] of history.movements.entries()) {
    const facts = all[place]
    if (facts && windowDoubt(facts, history, all) === null) judgeWindow(movement, facts)
  }
  const to = new Date(Math.ceil((clock.now().getTime() + 1) / QUARTER_HOUR) * QUARTER_HOUR)
  const { statement } = await getWalletReport(ctx, pot.walletId, { from: beganAt, to })
  if (!statement) throw new Error('There is no statement')
  const charges = books.charges.filter(({ walletId }) => walletId === pot.walletId)
  const booked = charges.reduce((sum, { bookedNano }) => sum + (bookedNano ?? 0n), 0n)
  const { movements } = history
  const sum = (part: Part) => movements.reduce((all, movement) => all + movement[part], 0n)
  mustEqual('The statement', [
    ['opening', statement.openingNano, pot.openingNano],
    ['closing', statement.closingNano, books.balance(pot.upstreamId)],
    ['pages', statement.pagesNano, booked],
    ...PARTS.map((part) => [part, statement[part], sum(part)] as const),
  ])
}

const PARTS = [
  'topUpNano',
  'expiredNano',
  'outsideNano',
  'unexplainedNano',
  'resolvedNano',
  'lostNano',
  'shiftNano',
  'unpricedNano',
  'roundingNano',
] as const
type Part = (typeof PARTS)[number]

/** Each part of a window is what the books say; where no reading can tell two of them apart, their sum is. */
function judgeWindow({ from, to, ...part }: Movement, facts: Facts): void {
  const booked = facts.ours.reduce((sum, { bookedNano }) => sum + (bookedNano ?? 0n), 0n)
  mustEqual(
    `The window ${from.toISOString()} to ${to.toISOString()}`,
    [
      ['top-ups', part.topUpNano, sumOf(facts.topUps)],
      ['stolen', part.outsideNano + part.unexplainedNano, sumOf(facts.thefts)],
      ['lost', part.resolvedNano + part.lostNano, sumOf(facts.lost)],
      ['ours', booked + part.shiftNano + part.unpricedNano + part.roundingNano, sumOf(facts.ours)],
    ],
    facts,
  )
}

function mustEqual(
  what: string,
  parts: readonly (readonly [name: string, said: bigint, true_: bigint])[],
  facts?: Facts,
): void {
  const wrong = parts.filter(([, said, truth]) => said !== truth)
  if (wrong.length === 0) return
  const list = (charges: readonly Charge[]) =>
    charges.map(
      ({ units, operation, priceNano, bookedNano }) =>
        `${units} ${operation} at ${priceNano} booked ${bookedNano}`,
    )
  const truth = facts
    ? `; ours ${list(facts.ours)}; thefts ${list(facts.thefts)}; lost ${list(facts.lost)}`
    : ''
  throw new Error(
    `${what} is not what the books say: ${wrong.map(([name, said, real]) => `${name} ${said} instead of ${real}`).join(', ')}${truth}`,
  )
}
