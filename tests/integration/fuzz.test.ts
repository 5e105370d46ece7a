import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOtherTeam, type TestTeam } from '@/tests/factories/team'
import { ACTIONS } from '@/tests/support/access-table'
import { type InProcessApp, openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { arbitraryOf } from '@/tests/support/fuzz/arbitrary-of'
import { hostileValue } from '@/tests/support/fuzz/hostile'
import { routePaths } from '@/tests/support/fuzz/route-paths'
import { SEED } from '@/tests/support/seed'
import { type FilledTeam, fillTeam, fillTwoTeams } from '@/tests/support/two-teams'

/** Number of different inputs per engine; `npm run test:long -- fuzz` sends 50,000 in all. */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 200)
/** Number of inputs per team: by then it has lost much of its data. */
const PER_TEAM = 500
const AT_ONCE = 4

/**
 * Kinds of answers that must occur, or the inputs were too tame. A few hundred inputs may miss the rarer
 * ones.
 */
const KINDS = [
  ...['done', 'refused by the schema', 'not_found', 'status 200', 'status 404'],
  ...(INPUTS < 20_000 ? [] : ['forbidden', 'invalid', 'conflict', 'status 400', 'status 401', 'status 403']),
]

const NAMES = Object.keys(ACTIONS)
const STACK = /\n\s+at |node_modules|\.ts:\d+|Prisma|SELECT |constraint/

describeOnDatabase(`${INPUTS} hostile inputs of actions and routes`, (open, engine) => {
  let opened: TestDb
  let app: InProcessApp
  let base: TestTeam
  let home: FilledTeam
  let other: FilledTeam
  beforeAll(async () => {
    opened = await open()
    app = await openApp(opened.location)
    ;({ base, home, other } = await fillTwoTeams(app))
  })
  afterAll(async () => {
    await app.close()
    await opened.close()
  })

  /** Number of answers of each kind. */
  const answers = new Map<string, number>()
  const count = (kind: string) => answers.set(kind, (answers.get(kind) ?? 0) + 1)

  /** Returns what is wrong with an answer, or null. */
  const faultOf = (text: string, isUnexpected: boolean): string | null => {
    if (isUnexpected) return 'an error of ours that nobody expected'
    if (text.includes(other.mark) || text.includes(other.admin.team.id)) return 'bytes of another team'
    return STACK.test(text) ? 'an inner part shows' : null
  }

  const actionInputs = (): fc.Arbitrary<{ name: string; input: unknown }> => {
    const ids = [home, other].flatMap(({ things }) => Object.values(things))
    const slugs = fc.constantFrom(home.admin.team.slug, other.admin.team.slug, 'no-such-team')
    return fc.constantFrom(...NAMES).chain((name) => {
      const given: Readonly<Record<string, unknown>> = ACTIONS[name]?.input(home.things) ?? {}
      const things = Object.entries(home.things).filter(([thing]) => thing in given)
      const known = { ...given, ...Object.fromEntries(things), team: home.admin.team.slug }
      const fields = arbitraryOf(app.schemaOf(name), ids)
      const mask = fc.array(fc.nat(3), { minLength: 20, maxLength: 20 })
      const chance = fc.nat(9)
      // Most fields stay valid, since an input that is wrong everywhere fails the first check.
      const mixed = fc.tuple(fields, chance, slugs, mask).map(([made, drawn, slug, replaced]) => {
        if (typeof made !== 'object' || made === null || drawn === 0) return made
        const some = Object.entries(made).filter((_, at) => replaced[at % replaced.length] === 0)
        return { ...known, ...Object.fromEntries(some), team: drawn < 9 ? home.admin.team.slug : slug }
      })
      return fc
        .oneof({ weight: 9, arbitrary: mixed }, { weight: 1, arbitrary: hostileValue })
        .map((input) => ({ name, input }))
    })
  }

  async function tryAction({ name, input }: { name: string; input: unknown }): Promise<string | null> {
    const answer = await app.act(name, input)
    count(answer.serverError?.code ?? (answer.validationErrors ? 'refused by the schema' : 'done'))
    return faultOf(textOf(answer), answer.serverError?.code === 'unexpected')
  }

  async function tryRoute({ file, path }: { file: string; path: string }): Promise<string | null> {
    const answer = await app.get(file, path)
    count(`status ${answer.status}`)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await answer.body?.cancel()
    const text = isStream ? '' : await answer.text()
    // A page may contain anybody's words, so only errors are checked for internals.
    const isOurs = answer.ok && !text.includes(other.mark)
    return answer.status >= 500 ? `status ${answer.status}: ${text}` : isOurs ? null : faultOf(text, false)
  }

  test('none is answered with an unexpected error, internals, or data of another team', async () => {
    const seen = new Set<string>()
    const faults: string[] = []
    for (let round = 0; seen.size < INPUTS; round++) {
      // An input may have changed who may create teams.
      await opened.db.installation.updateMany({ data: { teamsBy: 'everyone' } })
      if (round > 0) home = await fillTeam(app, await makeOtherTeam(base), `hometeamsmark${round}`)
      const wanted = Math.min(PER_TEAM, INPUTS - seen.size)
      const seed = SEED + round + (engine === 'sqlite' ? 0 : 1_000_000)
      const share = Math.ceil(wanted * 0.7)
      const actions = fc.sample(actionInputs(), { seed, numRuns: share })
      const teams = [home.admin.team.slug, other.admin.team.slug]
      const paths = routePaths(home.admin.team.slug, teams, [home.things, other.things])
      const routes = fc.sample(paths, { seed, numRuns: wanted - share + 50 })
      const work = [
        ...actions.map((given) => ({ given, run: () => tryAction(given) })),
        ...routes.map((given) => ({ given, run: () => tryRoute(given) })),
      ]
      for (let at = 0; at < work.length && seen.size < INPUTS; at += AT_ONCE) {
        // Mostly as an admin, sometimes as a member or a visitor.
        app.signIn(at % 10 < 7 ? home.admin : at % 10 < 9 ? home.member : null)
        await Promise.all(
          work.slice(at, at + AT_ONCE).map(async ({ given, run }) => {
            const print = createHash('sha256').update(textOf(given)).digest('base64')
            if (seen.has(print)) return
            seen.add(print)
            const fault = await run().catch((error: unknown) => `thrown: ${String(error)}`)
            if (fault === null) return
            faults.push(`${fault}: ${textOf(given).slice(0, 600)}`)
            console.log(faults.at(-1))
          }),
        )
      }
    }
    console.log(
      `${engine}: ${seen.size} different inputs, ${faults.length} faults (SEED=${SEED})`,
      Object.fromEntries(answers),
    )
    for (const kind of KINDS) expect({ kind, came: answers.get(kind) ?? 0 }).not.toEqual({ kind, came: 0 })
    expect(faults.slice(0, 20)).toEqual([])
    expect(seen.size).toBeGreaterThanOrEqual(INPUTS)
  }, 3_600_000)
})

/** Returns a value as text, including what JSON cannot represent. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`
    if (typeof each === 'number' && !Number.isFinite(each)) return String(each)
    return each === undefined ? 'undefined' : each
  }) ?? 'undefined'
