import {
  createAlertWatch,
  type DeliveryServices,
  deleteOldDeliveries,
  deleteOldEvents,
  deliverDueMessages,
  queueEventDeliveries,
} from '@/lib/alerts/alerts'
import { deleteOldDigests, queueDigests, sendDueDigests } from '@/lib/alerts/digests'
import { expireItems } from '@/lib/collect/retention'
import { indexItems, resumeBatches } from '@/lib/collect/runs'
import { correctNextTimes, runDueSchedules, type ScheduleServices } from '@/lib/collect/schedules'
import type { Clock } from '@/lib/kernel'
import {
  checkUncheckedKeys,
  listCongestedKeys,
  rejectCallsOfUnusableKeys,
  type UpstreamAccess,
} from '@/lib/keys/keys'
import { deleteOldCalls, deleteOldChargedItems, sumClosedDays } from '@/lib/money/ledger'
import { recordMonths, thinReadings } from '@/lib/money/statements'
import { endPastTallies, sealEntries } from '@/lib/platform/audit'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { removeExamples } from '@/lib/server/example'
import { deleteExpiredAttemptsInSteps } from '@/lib/teams/accounts'
import { listAllTeams } from '@/lib/teams/teams'
import { forgetLargePages } from '@/lib/upstream/providers'
import { type Job, runJobSteps, systemCtx, visitEach } from './jobs'
import { createHaltedWalletWatch, createRefusedKeyWatch } from './key-jobs'
import { createBalanceWatch, type RateWatch } from './reading-jobs'

const SECOND_MS = 1000
const HOUR_MS = 3600 * SECOND_MS
/** Number of steps after which the lease is renewed and the job may be stopped. */
const STEPS_A_LEASE = 20
/** Pauses of the index of words, which nobody waits for: it takes a fifth of the time at most. */
export const WORDS_PAUSES = 4

export interface PurserJobsParts {
  readonly db: Db
  readonly clock: Clock
  readonly access: UpstreamAccess
  readonly delivery: DeliveryServices
  readonly schedules: ScheduleServices
  readonly rates: RateWatch
}

/**
 * Returns Purser's jobs with their intervals. One process at a time does each of them, except for the local ones,
 * which are about a process's own keys.
 */
export function purserJobs({ db, clock, access, delivery, schedules, rates }: PurserJobsParts): Job[] {
  const balances = createBalanceWatch()
  const halted = createHaltedWalletWatch()
  const refused = createRefusedKeyWatch()
  const alerts = createAlertWatch(clock)
  const eachTeam = async (goesOn: () => Promise<boolean>, visit: (ctx: TeamCtx) => Promise<unknown>) =>
    visitEach(await listAllTeams(db), goesOn, (team) => visit(systemCtx(db, clock, team)))
  /** An example calls nobody: its keys have no text. */
  const eachReal = (goesOn: () => Promise<boolean>, visit: (ctx: TeamCtx) => Promise<unknown>) =>
    eachTeam(goesOn, async (ctx) => {
      if (!ctx.team.isExample) await visit(ctx)
    })
  return [
    {
      name: 'schedules',
      everyMs: 2 * SECOND_MS,
      run: (goesOn) => eachReal(goesOn, (ctx) => runDueSchedules(ctx, schedules, goesOn)),
    },
    {
      // One statement takes a batch over, so a lease, which a killed process holds for a while, would only delay it.
      name: 'batches',
      everyMs: 5 * SECOND_MS,
      isLocal: true,
      run: (goesOn) => eachReal(goesOn, (ctx) => resumeBatches(ctx, schedules)),
    },
    {
      // Computes the next time of each waiting schedule, which would be too much for every two seconds.
      name: 'times of schedules',
      everyMs: 60 * SECOND_MS,
      run: (goesOn) => eachTeam(goesOn, correctNextTimes),
    },
    {
      name: 'balances',
      everyMs: 15 * SECOND_MS,
      run: (goesOn) => eachReal(goesOn, (ctx) => balances.visit(ctx, access, goesOn)),
    },
    {
      name: 'rates in use',
      everyMs: 10 * SECOND_MS,
      isLocal: true,
      run: () => rates.visit(),
    },
    {
      name: 'halted keys',
      everyMs: 5 * SECOND_MS,
      isLocal: true,
      async run(goesOn) {
        if (access.pacers.halted().length > 0)
          await eachReal(goesOn, (ctx) => halted.visit(ctx, access, goesOn))
      },
    },
    {
      // A process that disables a key ends only the calls that wait for it in that process.
      name: 'unusable keys',
      everyMs: 2 * SECOND_MS,
      isLocal: true,
      async run(goesOn) {
        const waitedFor = listCongestedKeys(access)
        if (waitedFor.length > 0)
          await eachReal(goesOn, (ctx) => rejectCallsOfUnusableKeys(ctx, access, waitedFor))
      },
    },
    {
      name: 'unchecked keys',
      everyMs: 15 * SECOND_MS,
      run: (goesOn) => eachReal(goesOn, (ctx) => checkUncheckedKeys(ctx, access, goesOn)),
    },
    {
      name: 'refused keys',
      everyMs: 15 * SECOND_MS,
      run: (goesOn) => eachReal(goesOn, (ctx) => refused.visit(ctx, access, goesOn)),
    },
    {
      name: 'alerts',
      everyMs: 15 * SECOND_MS,
      run: (goesOn, isMine) => eachTeam(goesOn, (ctx) => alerts.look(ctx, access.upstreams, isMine)),
    },
    {
      name: 'expiry',
      everyMs: HOUR_MS,
      run: (goesOn) => eachTeam(goesOn, (ctx) => expireItems(ctx, goesOn)),
    },
    {
      name: 'details of calls',
      everyMs: HOUR_MS,
      run: (goesOn, isMine) =>
        eachTeam(goesOn, (ctx) =>
          runJobSteps(clock, deleteOldCalls(ctx, isMine), { aLease: STEPS_A_LEASE, mayContinue: goesOn }),
        ),
    },
    {
      name: 'charged items',
      everyMs: HOUR_MS,
      run: (goesOn) => deleteOldChargedItems(db, clock, goesOn),
    },
    {
      name: 'largest pages',
      everyMs: HOUR_MS,
      run: () => forgetLargePages(db, clock),
    },
    {
      name: 'counted tries',
      everyMs: 15 * 60 * SECOND_MS,
      run: () => deleteExpiredAttemptsInSteps({ db, clock }),
    },
    {
      name: 'audit',
      everyMs: 2 * SECOND_MS,
      async run(_, isMine) {
        await endPastTallies(db, clock)
        await sealEntries(db, clock, isMine)
      },
    },
    {
      name: 'days',
      everyMs: 20 * SECOND_MS,
      run: (goesOn, isMine) =>
        eachTeam(goesOn, ({ team }) =>
          runJobSteps(clock, sumClosedDays({ db, clock, teamId: team.id, isMine }), {
            aLease: STEPS_A_LEASE,
            mayContinue: goesOn,
          }),
        ),
    },
    {
      name: 'old readings',
      everyMs: HOUR_MS,
      run: (goesOn, isMine) =>
        eachTeam(goesOn, (ctx) =>
          runJobSteps(clock, thinReadings(ctx, isMine), { aLease: STEPS_A_LEASE, mayContinue: goesOn }),
        ),
    },
    {
      name: 'examples',
      everyMs: 10 * SECOND_MS,
      run: (goesOn) =>
        runJobSteps(clock, removeExamples(db, clock), { aLease: STEPS_A_LEASE, mayContinue: goesOn }),
    },
    {
      name: 'words of items',
      everyMs: 5 * SECOND_MS,
      run: (goesOn, isMine) =>
        eachTeam(goesOn, (ctx) =>
          runJobSteps(clock, indexItems(ctx, isMine), {
            aLease: STEPS_A_LEASE,
            mayContinue: goesOn,
            pauses: WORDS_PAUSES,
          }),
        ),
    },
    {
      name: 'months',
      everyMs: 10 * 60 * SECOND_MS,
      run: (goesOn, isMine) => eachTeam(goesOn, (ctx) => recordMonths(ctx, isMine)),
    },
    {
      name: 'deliveries',
      everyMs: 5 * SECOND_MS,
      async run(goesOn) {
        await queueEventDeliveries(db, clock, goesOn)
        await deliverDueMessages(db, clock, delivery, await listAllTeams(db), goesOn)
      },
    },
    {
      name: 'digests',
      everyMs: 60 * SECOND_MS,
      async run(goesOn) {
        const { mailServer } = delivery
        if (mailServer === null) return
        await eachReal(goesOn, queueDigests)
        await sendDueDigests({ db, clock, mailServer, teams: await listAllTeams(db) }, goesOn)
      },
    },
    {
      name: 'old digests',
      everyMs: HOUR_MS,
      run: (goesOn) => eachTeam(goesOn, deleteOldDigests),
    },
    {
      name: 'old events',
      everyMs: HOUR_MS,
      run: (goesOn) =>
        runJobSteps(clock, deleteOldEvents(db, clock), { aLease: STEPS_A_LEASE, mayContinue: goesOn }),
    },
    {
      name: 'old messages',
      everyMs: HOUR_MS,
      run: (goesOn) =>
        eachTeam(goesOn, (ctx) =>
          runJobSteps(clock, deleteOldDeliveries(ctx), { aLease: STEPS_A_LEASE, mayContinue: goesOn }),
        ),
    },
  ]
}
