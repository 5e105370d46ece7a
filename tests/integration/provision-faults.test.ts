import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, systemClock } from '@/lib/kernel'
import { newGatewayToken } from '@/lib/platform/vault'
import { changedAt, makeProvisionBench, type ProvisionBench, readExample } from '@/tests/factories/provision'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'

const example = await readExample()
/** A text that looks like a secret, which no message may repeat. */
const SECRET = 'xd_live_thisIsNoKeyButLooksLikeOne'

/** Changes of the example with the place that the message must name, and words of it. */
const FAULTS: [string, string, unknown, string, RegExp][] = [
  ['an unknown field', '/teams/0/wallets/0/colour', SECRET, '/teams/0/wallets/0/colour', /no such field/],
  ['a missing field', '/teams/0/name', undefined, '/teams/0/name', /missing/],
  ['an unknown zone', '/teams/0/timeZone', 'Europe/Atlantis', '/teams/0/timeZone', /time zone/],
  ['a bad address', '/people/1/email', SECRET, '/people/1/email', /e-mail address/],
  ['an unknown role', '/teams/0/members/1/role', SECRET, '/teams/0/members/1/role', /admin/],
  ['a common password', '/people/0/password', 'password1234', '/people/0/password', /guessed/],
  ['a short password', '/people/0/password', 'x9!k', '/people/0/password', /characters/],
  [
    'a password with a line break',
    '/people/0/password',
    'seven green\nlamps over',
    '/people/0/password',
    /control/,
  ],
  ['a variable of another name', '/people/0/password', 'env:HOME', '/people/0/password', /PURSER_PROVISION_/],
  ['an unset variable', '/people/0/password', 'env:PURSER_PROVISION_NO', '/people/0/password', /not set/],
  ['nobody for the installation', '/people/0/isInstallationAdmin', false, '/people', /isInstallationAdmin/],
  ['a team without an admin', '/teams/0/members/0/role', 'member', '/teams/0/members', /needs an admin/],
  ['a stranger', '/teams/0/members/1/email', 'eve@example.org', '/teams/0/members/1/email', /no account/],
  ['an address that stands twice', '/people/1/email', 'ada@example.org', '/people/1/email', /twice/],
  ['an unknown wallet', '/teams/0/keys/0/wallet', 'Mian', '/teams/0/keys/0', /wallet “Mian” was not found/],
  ['no key', '/teams/0/keys/0/key', SECRET, '/teams/0/keys/0/key', /32 characters/],
  ['a gateway key as a key', '/teams/0/keys/0/key', newGatewayToken(), '/teams/0/keys/0/key', /gateway/],
  [
    'another team’s variable',
    '/teams/0/keys/0/key',
    'env:PURSER_KEY_B__C',
    '/teams/0/keys/0/key',
    /must be named/,
  ],
  ['a refused key', '/teams/0/keys/0/key', `xd_live_${'a'.repeat(32)}`, '/teams/0/keys/0/key', /key/],
  ['a number as a price', '/teams/0/prices/search', 0.2, '/teams/0/prices/search', /quotes/],
  ['no price', '/teams/0/prices/search', 'cheap', '/teams/0/prices/search', /number of credits/],
  [
    'a price with an exponent',
    '/teams/0/prices/search',
    '1e3',
    '/teams/0/prices/search',
    /at most one point/,
  ],
  [
    'an amount in groups',
    '/teams/0/budgets/0/amount',
    '2,000',
    '/teams/0/budgets/0/amount',
    /at most one point/,
  ],
  [
    'an unknown operation',
    '/teams/0/searches/0/operation',
    'likes',
    '/teams/0/searches/0/operation',
    /timeline/,
  ],
  ['two choices of a key', '/teams/0/searches/0/wallet', 'Main', '/teams/0/searches/0', /Name one of/],
  [
    'a stranger as owner',
    '/teams/0/searches/0/owner',
    'eve@example.org',
    '/teams/0/searches/0/owner',
    /member/,
  ],
  [
    'a mistyped gateway key',
    '/teams/0/services/0/gatewayKeys/0/token',
    SECRET,
    '/teams/0/services/0/gatewayKeys/0/token',
    /new-token/,
  ],
  [
    'an unknown key of a service',
    '/teams/0/services/0/gatewayKeys/0/key',
    'Shap',
    '/teams/0/services/0/gatewayKeys/0',
    /key “Shap”/,
  ],
  ['a missing file', '/teams/0/tokens/0/token', 'file:none', '/teams/0/tokens/0/token', /cannot be read/],
  ['a mistyped token', '/teams/0/tokens/0/token', SECRET, '/teams/0/tokens/0/token', /new-token/],
  [
    'an unknown permission',
    '/teams/0/tokens/0/permissions',
    ['all'],
    '/teams/0/tokens/0/permissions/0',
    /usage:read/,
  ],
  [
    'a budget for nothing',
    '/teams/0/budgets/0/of',
    undefined,
    '/teams/0/budgets/0/of',
    /what the budget is for/,
  ],
  [
    'a budget for what is not there',
    '/teams/0/budgets/0/of',
    'prod',
    '/teams/0/budgets/0',
    /environment “prod”/,
  ],
  [
    'an amount of nothing',
    '/teams/0/budgets/0/amount',
    '0',
    '/teams/0/budgets/0/amount',
    /Enter a number, such as 150/,
  ],
]

describeOnDatabase('a mistake in the file of PURSER_PROVISION', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  beforeAll(async () => {
    opened = await open()
    upstream = await startTestUpstream(systemClock)
    bench = await makeProvisionBench(opened, systemClock, upstream)
  })
  let bench: ProvisionBench
  afterAll(async () => {
    await bench.close()
    await upstream.close()
    await opened.close()
  })
  const sentenceOf = async (json: string, name = 'it'): Promise<string> => {
    const error: unknown = await bench.start(json).catch((thrown: unknown) => thrown)
    if (!(error instanceof AppError)) throw new Error(`${name}: no sentence, but ${JSON.stringify(error)}`)
    return error.message
  }

  test('each is reported in one sentence that names its place and repeats no secret; then the example is applied', async () => {
    // In one database and in this order, so that each start finds what the fault before left.
    for (const [name, at, value, pointer, words] of FAULTS) {
      const sentence = await sentenceOf(changedAt(example, at, value), name)
      expect(sentence, name).toMatch(/^The file \S+ \(PURSER_PROVISION\) cannot be applied\. /)
      expect(sentence, name).toContain(` ${pointer}: `)
      expect(sentence, name).toMatch(words)
      for (const secret of [SECRET, ...bench.secrets]) expect(sentence, name).not.toContain(secret)
    }
    const noJson = await sentenceOf(`{"people": ${SECRET}}`)
    expect(noJson).toMatch(/cannot be applied\. It is not JSON\. Correct it\.$/)
    await bench.start(`\ufeff${example}`)
    expect(await bench.start(example)).toEqual({ made: [], changed: [], left: [] })
    const other = '/teams/0/budgets/0/period'
    expect(await sentenceOf(changedAt(example, other, 'day'))).toMatch(
      new RegExp(`${other}: .* cannot change`),
    )
    const moved = await sentenceOf(changedAt(example, '/teams/0/keys/0/environment', 'staging'))
    expect(moved).toMatch(/keys\/0: The key is stored already, with another wallet/)
  })
})
