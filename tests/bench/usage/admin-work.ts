import { systemClock } from '@/lib/kernel'
import { changeTeam, createBudget, createBudgetInput } from '@/lib/money/budgets'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { printHead, printRow } from '../browser/figures'

const { period } = createBudgetInput.shape
const OTHER_ZONE = 'Asia/Kathmandu'

/** The duration of an answer, and how long others could not write meanwhile. */
interface Work {
  readonly answerMs: number
  readonly heldMs: number
}

/**
 * Times Purser's own verbs that create a budget of each scope and period and change the team's zone; all of it is
 * undone.
 */
export async function measureAdminWork(db: Db): Promise<void> {
  const ctx = await contextOf(db)
  const works: (readonly [string, () => Promise<unknown>])[] = []
  const subjects = await subjectsOf(ctx)
  for (const [of, scopeId] of Object.entries(subjects))
    for (const every of period.options) {
      const input = { name: `${of}, ${every}`, scope: of, scopeId, period: every }
      const whole = { ...input, unit: 'credits', amount: '1000000', stops: true, tellsAt: [80] }
      works.push([`a budget: ${of}, ${every}`, () => createBudget(timed.ctx, createBudgetInput.parse(whole))])
    }
  const zone = { name: ctx.team.name, timeZone: OTHER_ZONE }
  works.push(['the time zone', () => changeTeam(timed.ctx, zone)])
  const timed = undone(ctx)
  printHead(['work of an admin', 'answer ms', 'writers held up, ms'])
  for (const [name, work] of works) {
    const { answerMs, heldMs } = await timed.of(work)
    printRow([name, answerMs.toFixed(0), heldMs.toFixed(0)])
  }
}

/** Returns one subject for each scope of a budget, taken from the newest call. */
async function subjectsOf({ db, team }: TeamCtx) {
  const last = await db.attempt.findFirstOrThrow({
    where: { teamId: team.id, searchId: { not: '' } },
    orderBy: { openedAt: 'desc' },
  })
  const { walletId, environmentId, keyId, memberId, searchId } = last
  return {
    team: '',
    wallet: walletId,
    environment: environmentId,
    key: keyId,
    member: memberId,
    search: searchId ?? '',
  }
}

async function contextOf(db: Db): Promise<TeamCtx> {
  const team = await db.team.findFirstOrThrow()
  const founder = await db.member.findFirstOrThrow({ where: { teamId: team.id, role: 'admin' } })
  const { id: memberId, userId } = founder
  return { db, clock: systemClock, team, actor: { userId, memberId, name: 'Bench', role: 'admin', sid: '' } }
}

class Undo extends Error {}

type Begin = (work: (tx: unknown) => Promise<unknown>, options: object) => Promise<unknown>

/** Returns the same context with transactions that are timed up to their commit and then undone. */
function undone(ctx: TeamCtx) {
  let heldMs = 0
  const begin = ctx.db.$transaction.bind(ctx.db) as Begin
  const timed: Begin = async (work, options) => {
    let result: unknown
    const undo = begin(async (tx) => {
      const begun = performance.now()
      result = await work(tx).finally(() => {
        heldMs = Math.max(heldMs, performance.now() - begun)
      })
      throw new Undo()
    }, options)
    await undo.catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
    return result
  }
  Object.defineProperty(ctx.db, '$transaction', { value: timed, configurable: true })
  return {
    ctx,
    async of(work: () => Promise<unknown>): Promise<Work> {
      heldMs = 0
      const begun = performance.now()
      await work()
      return { answerMs: performance.now() - begun, heldMs }
    },
  }
}
