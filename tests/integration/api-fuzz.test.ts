import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeOtherTeam } from '@/tests/factories/team'
import { type ApiTeam, bearer, fillForApi } from '@/tests/support/api-team'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { fromJsonSchema, type InputSchema } from '@/tests/support/fuzz/from-json-schema'
import { hostileText } from '@/tests/support/fuzz/hostile'
import { SEED } from '@/tests/support/seed'
import { fillTeam, fillTwoTeams } from '@/tests/support/two-teams'

/** Number of inputs per engine; `npm run test:long -- api-fuzz` sends 50,000 in all. */
const INPUTS = Number(process.env.API_FUZZ_INPUTS ?? 150)
/**
 * Number of inputs per team: by then it has lost much of its data, and its token has used up its limit per
 * minute.
 */
const PER_TEAM = 1000
const AT_ONCE = 4
const STACK = /\n\s+at |node_modules|\.ts:\d+|Prisma|SELECT |constraint/

const parameter = z.object({ name: z.string(), in: z.string(), schema: z.custom<InputSchema>() })
const operation = z.object({
  parameters: z.array(parameter),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({
          schema: z.custom<InputSchema>(),
          example: z.record(z.string(), z.unknown()),
        }),
      }),
    })
    .optional(),
})
const documented = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

interface Input {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body: string | undefined
}

describeOnDatabase(`${INPUTS} inputs generated from the API document`, async (open, engine) => {
  let home: ApiTeam
  const opened = await open()
  const app = await openApp(opened.location)
  const teams = await fillTwoTeams(app)
  const base = teams.base
  home = await fillForApi(teams.home)
  const other = await fillForApi(teams.other)
  afterAll(() => app.close())

  const inputsFrom = ({ paths }: z.output<typeof documented>): fc.Arbitrary<Input> => {
    const ids = [home, other].flatMap((team) => Object.values(team.ids))
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, asked]) => ({ path, method: method.toUpperCase(), asked })),
    )
    return fc.constantFrom(...all).chain(({ path, method, asked }) => {
      const content = asked.requestBody?.content['application/json']
      const queries = asked.parameters.filter((each) => each.in === 'query')
      const query = fc.record(
        Object.fromEntries(queries.map(({ name, schema }) => [name, fromJsonSchema(schema, ids)])),
        { requiredKeys: [] },
      )
      const isKept = fc.array(fc.nat(5), { minLength: 12, maxLength: 12 })
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const inPath = fc.tuple(
        ...named.map((name) =>
          fc.oneof(
            { weight: 5, arbitrary: fc.constant(home.ids[name] ?? '') },
            { weight: 1, arbitrary: fc.constantFrom(...ids) },
            { weight: 1, arbitrary: hostileText },
          ),
        ),
      )
      const known = Object.fromEntries(
        Object.entries(content?.example ?? {}).map(([name, value]) => [name, home.ids[name] ?? value]),
      )
      const body = content
        ? fc
            .tuple(fromJsonSchema(content.schema, ids), fc.nat(9), isKept)
            .map(([made, drawn, kept]) =>
              textOf(drawn > 0 && isObject(made) ? { ...known, ...someOf(made, kept) } : made),
            )
        : fc.constant(undefined)
      const key = fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: hostileText })
      return fc
        .record({
          query,
          isKept,
          inPath,
          body,
          key,
          extra: fc.oneof(
            { weight: 12, arbitrary: fc.constant(null) },
            { weight: 1, arbitrary: fc.tuple(hostileText, hostileText) },
          ),
        })
        .map(({ query, isKept, inPath, body, key, extra }) => {
          const given = new URLSearchParams(
            Object.entries(someOf(query, isKept)).map(([name, value]) => [name, plainOf(value)]),
          )
          if (extra) given.append(...extra)
          const filled = named.reduce(
            (rest, name, at) =>
              rest.replace(`{${name}}`, () => encodeURIComponent(plainOf(inPath[at]).toWellFormed())),
            path,
          )
          return { method, path: `${filled}?${given}`, key, body }
        })
    })
  }

  async function faultIn(
    { method, path, key, body }: Input,
    count: (status: number) => void,
  ): Promise<string | null> {
    const headers = new Headers({ ...bearer(home.token), 'content-type': 'application/json' })
    try {
      headers.set('idempotency-key', key)
    } catch {
      headers.set('idempotency-key', 'plain')
    }
    const answer = await app.api(method, path, { headers, ...(body !== undefined && { body }) })
    count(answer.status)
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await answer.body?.cancel()
    const text = isStream ? '' : await answer.text()
    if (answer.status >= 500) return `status ${answer.status}: ${text}`
    if (text.includes(other.mark) || text.includes(other.admin.team.id)) return 'bytes of another team'
    return !answer.ok && STACK.test(text) ? 'an inner part shows' : null
  }

  test('none is answered with 500, internals, or data of another team', async () => {
    const document = documented.parse(await (await app.api('GET', '/openapi.json')).json())
    const statuses = new Map<number, number>()
    const faults: string[] = []
    let tried = 0
    for (let round = 0; tried < INPUTS; round++) {
      if (round > 0)
        home = await fillForApi(await fillTeam(app, await makeOtherTeam(base), `hometeamsmark${round}`))
      const seed = SEED + round + (engine === 'sqlite' ? 0 : 1_000_000)
      const inputs = fc.sample(inputsFrom(document), { seed, numRuns: Math.min(PER_TEAM, INPUTS - tried) })
      for (let at = 0; at < inputs.length; at += AT_ONCE) {
        const some = inputs.slice(at, at + AT_ONCE)
        const found = await Promise.all(
          some.map(async (input) => {
            const fault = await faultIn(input, (status) =>
              statuses.set(status, (statuses.get(status) ?? 0) + 1),
            ).catch((error: unknown) => `thrown: ${String(error)}`)
            return fault === null ? [] : [`${fault}: ${textOf(input)}`.slice(0, 800)]
          }),
        )
        faults.push(...found.flat())
      }
      tried += inputs.length
    }
    console.log(
      `${engine}: ${tried} inputs, ${faults.length} faults (SEED=${SEED})`,
      Object.fromEntries(statuses),
    )
    for (const status of [200, 400, 404]) expect(statuses.get(status) ?? 0).toBeGreaterThan(0)
    expect(faults.slice(0, 20)).toEqual([])
  }, 3_600_000)
})

/** Keeps most valid fields, since an input that is wrong everywhere fails the first check. */
const someOf = (made: object, kept: readonly number[]) =>
  Object.fromEntries(Object.entries(made).filter((_, at) => kept[at % kept.length] === 0))

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the value as an address can contain it. */
const plainOf = (value: unknown): string => (typeof value === 'string' ? value : textOf(value))

/** Returns the value as JSON. What JSON cannot represent becomes text. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? 'undefined'
