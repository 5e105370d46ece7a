import { z } from 'zod'
import { product, tags } from '@/lib/collect/searches'
import { OPERATION_NAMES } from '@/lib/kernel'
import { createBudgetInput } from '@/lib/money/budgets'
import { createWalletInput } from '@/lib/money/wallets'
import { line, nameInput } from '@/lib/platform/input'
import { newAccountInput } from '@/lib/teams/accounts'
import { createEnvironmentInput, createTeamInput, role } from '@/lib/teams/teams'
import { createTokenInput } from '@/lib/teams/tokens'

const { email, name: personName } = newAccountInput.shape
const name = nameInput()
/** A secret itself, or its place: env:NAME or file:path. */
const secret = line(z.string().trim().min(1, 'This is empty.').max(512, 'This is too long.'))
/** The same for a password, whose blanks count. */
const password = line(z.string().min(1, 'This is empty.').max(1024, 'This is too long.'))
/** An amount as text, so that no digit is lost. Ambiguous texts are refused, such as "1e3" and "2,000". */
const amount = z
  .string('Write the amount in quotes, such as "0.15".')
  .trim()
  .min(1, 'This is empty.')
  .max(30)
  .regex(
    /^\d+(?:\.\d+)?$/,
    'Write a number of credits or items with digits and at most one point, such as "0.15".',
  )

const person = z.strictObject({
  email,
  name: personName,
  /** Used only when the account is created. Without it nobody can sign in until a link has set one. */
  password: password.optional(),
  isInstallationAdmin: z.boolean().default(false),
})

const member = z.strictObject({ email, role })
const environment = z.strictObject(createEnvironmentInput.shape)
const wallet = z.strictObject(createWalletInput.shape)

/** Limit of a key whose service does not report it. */
const limit = z.strictObject({
  requests: z.int().min(1).max(100_000),
  seconds: z.int().min(1).max(86_400).default(1),
})
const key = z.strictObject({ name, key: secret, wallet: name, environment: name, limit: limit.optional() })

const search = z
  .strictObject({
    name: nameInput(80),
    operation: z.enum(OPERATION_NAMES),
    subject: line(z.string().trim().min(1, 'This is empty.').max(500, 'Use at most 500 characters.')),
    product: product.default('Latest'),
    /** Choice of the keys with which it runs: at most one of these three; none for any key. */
    environment: name.optional(),
    wallet: name.optional(),
    key: name.optional(),
    tags: tags.default([]),
    reuseSeconds: z.int().min(0).max(3600, 'Use at most an hour.').default(0),
    /** The member who owns it; by default an admin. */
    owner: email.optional(),
  })
  .refine(
    (given) => [given.environment, given.wallet, given.key].filter((each) => each !== undefined).length <= 1,
    'Name one of environment, wallet and key, or none.',
  )

const gatewayKey = z.strictObject({
  token: secret,
  key: name,
  environment: name.optional(),
  requestsPerSecond: z.int().min(1).max(10_000).optional(),
  expiresInDays: z.int().min(1).max(3660).optional(),
  tellsBudget: z.boolean().default(false),
})
const service = z.strictObject({ name, gatewayKeys: z.array(gatewayKey).default([]) })

const { scope, unit, period, stops, tellsAt } = createBudgetInput.shape
const budget = z
  .strictObject({
    name,
    scope,
    /** Name of its subject, or a member's e-mail address; absent for the team. */
    of: z.string().trim().max(254).optional(),
    unit,
    period,
    amount,
    stops,
    tellsAt: tellsAt.default([]),
  })
  .refine((given) => (given.scope === 'team') === (given.of === undefined), {
    path: ['of'],
    error: 'Name what the budget is for; leave this out for the team alone.',
  })

const token = z.strictObject({
  name,
  token: secret,
  permissions: createTokenInput.shape.permissions,
  expiresInDays: z.int().min(1).max(3660).optional(),
})

/** Requires that no two things of a list have the same name. */
const named = <T extends z.ZodType<{ readonly name: string }>>(of: T) =>
  unique(of, (thing) => thing.name, 'name')
const withAddress = <T extends z.ZodType<{ readonly email: string }>>(of: T) =>
  unique(of, (thing) => thing.email, 'email')

function unique<T extends z.ZodType>(of: T, nameOf: (thing: z.output<T>) => string, field: string) {
  return z
    .array(of)
    .default([])
    .superRefine((things, context) => {
      const known = new Set<string>()
      for (const [place, thing] of things.entries()) {
        if (known.has(nameOf(thing)))
          context.addIssue({ code: 'custom', path: [place, field], message: 'This stands here twice.' })
        known.add(nameOf(thing))
      }
    })
}

const team = z.strictObject({
  ...createTeamInput.shape,
  /** The service that the team calls, by the name of its ready provider; by default the deployment's. */
  provider: z.string().trim().min(1, 'This is empty.').max(60).optional(),
  members: withAddress(member),
  environments: named(environment),
  wallets: named(wallet),
  keys: named(key),
  prices: z.partialRecord(z.enum(OPERATION_NAMES), amount).default({}),
  searches: named(search),
  services: named(service),
  tokens: named(token),
  budgets: named(budget),
})

/** The file of PURSER_PROVISION. */
export const provisionFile = z.strictObject({ people: withAddress(person), teams: named(team) })

export type ProvisionFile = z.output<typeof provisionFile>
export type ProvisionedTeam = z.output<typeof team>
export type ProvisionedSearch = z.output<typeof search>
export type ProvisionedService = z.output<typeof service>
export type ProvisionedBudget = z.output<typeof budget>
