import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { createSearchInput } from '@/lib/collect/searches'
import { AppError, invalid, OPERATION_NAMES, removeByteOrderMark, Secret } from '@/lib/kernel'
import { createGatewayKeyInput, createServiceInput } from '@/lib/keys/services'
import { createBudgetInput } from '@/lib/money/budgets'
import { createWalletInput } from '@/lib/money/wallets'
import { nameInput, singleLineText } from '@/lib/platform/input'
import { newAccountInput } from '@/lib/teams/accounts'
import { createEnvironmentInput, createTeamInput, roleSchema } from '@/lib/teams/teams'
import { createTokenInput } from '@/lib/teams/tokens'

/**
 * The form of the file of PURSER_PROVISION. An entry has the fields of the input with which verbs and the API create
 * it; what that input names by id is given by name: `wallet` for `walletId`.
 */

const { email, name: personName } = newAccountInput.shape
const name = nameInput()
/** A secret itself, or its place: env:NAME or file:path. */
const secret = singleLineText(z.string().trim().min(1, 'This is empty.').max(512, 'This is too long.'))
/** The same for a password, whose blanks count. */
const password = singleLineText(z.string().min(1, 'This is empty.').max(1024, 'This is too long.'))
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

const member = z.strictObject({ email, role: roleSchema })

/** Limit of a key whose service does not report it. */
const limit = z.strictObject({
  requests: z.int().min(1).max(100_000),
  seconds: z.int().min(1).max(86_400).default(1),
})
const key = z.strictObject({ name, key: secret, wallet: name, environment: name, limit: limit.optional() })

const search = z
  .strictObject({
    ...createSearchInput.pick({ name: true, operation: true, subject: true, product: true }).shape,
    ...createSearchInput.pick({ subjects: true, tags: true, reuseSeconds: true }).shape,
    /** Choice of the keys with which it runs: at most one of these three; none for any key. */
    environment: name.optional(),
    wallet: name.optional(),
    key: name.optional(),
    /** The member who owns it; by default an admin. */
    owner: email.optional(),
  })
  .refine(
    (given) => [given.environment, given.wallet, given.key].filter((each) => each !== undefined).length <= 1,
    'Name one of environment, wallet and key, or none.',
  )

const gatewayKey = z.strictObject({
  ...createGatewayKeyInput.pick({ requestsPerSecond: true, expiresInDays: true, tellsBudget: true }).shape,
  token: secret,
  key: name,
  environment: name.optional(),
})
const service = z.strictObject({ ...createServiceInput.shape, gatewayKeys: z.array(gatewayKey).default([]) })

const budget = z
  .strictObject({
    ...createBudgetInput.omit({ scopeId: true }).shape,
    amount,
    tellsAt: createBudgetInput.shape.tellsAt.default([]),
    /** Name of its subject, or a member's e-mail address; absent for the team. */
    of: z.string().trim().max(254).optional(),
  })
  .refine((given) => (given.scope === 'team') === (given.of === undefined), {
    path: ['of'],
    error: 'Name what the budget is for; leave this out for the team alone.',
  })

const token = z.strictObject({ ...createTokenInput.shape, token: secret })

/** Requires that no two entries of a list have the same name. */
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
      for (const [index, thing] of things.entries()) {
        if (known.has(nameOf(thing)))
          context.addIssue({ code: 'custom', path: [index, field], message: 'This stands here twice.' })
        known.add(nameOf(thing))
      }
    })
}

const team = z.strictObject({
  ...createTeamInput.shape,
  /** The service that the team calls, by the name of its ready provider; by default the deployment's. */
  provider: z.string().trim().min(1, 'This is empty.').max(60).optional(),
  members: withAddress(member),
  environments: named(z.strictObject(createEnvironmentInput.shape)),
  wallets: named(z.strictObject(createWalletInput.shape)),
  keys: named(key),
  prices: z.partialRecord(z.enum(OPERATION_NAMES), amount).default({}),
  searches: named(search),
  services: named(service),
  tokens: named(token),
  budgets: named(budget),
})

/** The file of PURSER_PROVISION. */
const provisionFile = z.strictObject({ people: withAddress(person), teams: named(team) })

export type ProvisionFile = z.output<typeof provisionFile>
export type ProvisionedTeam = z.output<typeof team>

/** A position in the file, as the steps of a JSON pointer (RFC 6901). */
export type FilePosition = readonly (string | number)[]

const pointerOf = (place: FilePosition): string =>
  place.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A fault of the file and its position, as a sentence for the operator that holds nothing of the file's content. */
export class ProvisionFileError extends Error {
  constructor(
    readonly filePosition: FilePosition,
    readonly reason: string,
  ) {
    super(`${filePosition.length === 0 ? '' : `${pointerOf(filePosition)}: `}${reason}`)
  }
}

/** Does what one position of the file asks for. An error names the position, or the field below it. */
export async function runAtFilePosition<T>(
  place: FilePosition,
  thing: unknown,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [field, sentence] = Object.entries(error.fields)[0] ?? []
    const hasField = field !== undefined && typeof thing === 'object' && thing !== null && field in thing
    throw new ProvisionFileError(hasField ? [...place, field] : place, sentence ?? error.message)
  }
}

const MAX_FILE_BYTES = 5_000_000

/** Reads the file and checks its form. Throws `ProvisionFileError`. */
export async function readProvisionFile(path: string): Promise<ProvisionFile> {
  const given = parse(await readText(path))
  const parsed = provisionFile.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? faultOf(issue, given) : new ProvisionFileError([], 'It cannot be used.')
}

async function readText(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.length <= MAX_FILE_BYTES) return text
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') throw new ProvisionFileError([], 'There is no such file. Correct the path.')
    if (code === 'EISDIR') throw new ProvisionFileError([], 'It is a folder. Name the file in it.')
    throw new ProvisionFileError([], 'Purser may not read it. Change its permissions.')
  }
  throw new ProvisionFileError([], 'It is larger than 5 MB.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(removeByteOrderMark(text))
  } catch {
    // The parser's own message repeats a piece of the file, which may be a secret.
    throw new ProvisionFileError([], 'It is not JSON. Correct it.')
  }
}

function faultOf(issue: z.core.$ZodIssue, given: unknown): ProvisionFileError {
  const place = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return new ProvisionFileError(
      [...place, name],
      'There is no such field here. Correct its name, or leave it out.',
    )
  }
  if (issue.code !== 'custom' && valueAt(given, place) === undefined)
    return new ProvisionFileError(place, 'This field is missing.')
  return new ProvisionFileError(place, issue.message)
}

const valueAt = (given: unknown, place: FilePosition): unknown =>
  place.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    given,
  )

/** Places from which the file's secrets are read. Only the worker has these variables. */
export interface SecretSources {
  /** The file itself; paths are relative to its folder. */
  readonly path: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Names of variables for the file's secrets. The web process gets none of these. */
const VARIABLE = /^PURSER_PROVISION_[A-Z0-9_]+$/
const MAX_SECRET_BYTES = 4096

/**
 * Reads a secret of the file: the text itself, or what `env:NAME` or `file:path` holds, without the line break at its
 * end. Surrounding blanks are removed, except from a password, of which they are a part. Throws `invalid`.
 */
export async function readSecretText(
  text: string,
  places: SecretSources,
  { isPassword = false }: { readonly isPassword?: boolean } = {},
): Promise<Secret> {
  const [, kind, rest = ''] = /^\s*(env|file):(.*?)\s*$/s.exec(text) ?? []
  if (kind === undefined) return new Secret(text)
  const whole = kind === 'env' ? readVariable(rest, places) : await readSmallFile(rest, places)
  const held = isPassword ? whole : whole.trim()
  if (held === '') throw invalid(`What ${kind}:${rest} holds is empty.`)
  return new Secret(held)
}

const withoutLineEnd = (text: string): string => removeByteOrderMark(text).replace(/[\r\n]+$/, '')

function readVariable(name: string, { variables }: SecretSources): string {
  if (!VARIABLE.test(name))
    throw invalid(
      'The variable’s name must begin with PURSER_PROVISION_, with capitals, digits and underscores.',
    )
  const held = variables[name]
  if (held === undefined) throw invalid(`The variable ${name} is not set.`)
  return withoutLineEnd(held)
}

async function readSmallFile(name: string, { path }: SecretSources): Promise<string> {
  const file = resolve(dirname(path), name)
  try {
    const { size } = await stat(file)
    if (size <= MAX_SECRET_BYTES) return withoutLineEnd(await readFile(file, 'utf8'))
  } catch {
    throw invalid(`The file ${name} cannot be read. Correct the path or its permissions.`)
  }
  throw invalid(`The file ${name} is larger than 4 KB.`)
}
