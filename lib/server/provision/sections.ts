import { createScopedBudget } from '@/lib/collect/scopes'
import {
  type AllSearchFields,
  createSearch,
  getSearch,
  listSubjects,
  type SearchView,
  updateSearch,
} from '@/lib/collect/searches'
import { conflict, notFound, OPERATION_NAMES, OPERATIONS, parseTypedCredits, type Secret } from '@/lib/kernel'
import { addKey, findKey, keyFingerprint, setKeyRate } from '@/lib/keys/keys'
import { createGatewayKey, createService, findGatewayKey } from '@/lib/keys/services'
import { type BudgetView, changeBudget, getBudget, parseBudgetAmount } from '@/lib/money/budgets'
import { findSetPrice, setPrice } from '@/lib/money/prices'
import { createWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { createEnvironment, listEnvironments, listMembers } from '@/lib/teams/teams'
import { createToken, findToken } from '@/lib/teams/tokens'
import { type FilePosition, type ProvisionedTeam, readSecretText, runAtFilePosition } from './file'
import {
  findKnownOrOnlyThing,
  listThingsOfKind,
  type NamedKind,
  provisionThing,
  RemovedThingError,
  type TeamProvisioning,
  type ThingState,
} from './things'

type FoundThing = { readonly id: string; readonly isGone?: boolean } | null

/** A list of a team in the file: how its entries become the inputs of verbs, and are found again. */
interface Section<Given, Input> {
  readonly kind: string
  /** Returns the verb's input, with ids in place of names. */
  inputOf(work: TeamProvisioning, given: Given, place: FilePosition): Promise<Input>
  /** Returns the text that identifies an entry, if its name does not. */
  markOf?(work: TeamProvisioning, input: Input): Promise<string>
  find(work: TeamProvisioning, input: Input, known: string | null): Promise<FoundThing>
  /** Returns whether an entry exists under another name or text; absent if its row stays when people remove it. */
  isThere?(ctx: TeamCtx, id: string): Promise<boolean>
  make(work: TeamProvisioning, input: Input): Promise<{ readonly id: string }>
  /** Brings an entry to what the file says. Resolves to whether it changed. */
  change?(work: TeamProvisioning, id: string, input: Input): Promise<boolean>
}

/** The part of a section whose entries are found by their names. */
const byName = (kind: NamedKind) => ({
  kind,
  find: async ({ ctx }: TeamProvisioning, { name }: { readonly name: string }, known: string | null) =>
    findKnownOrOnlyThing(await listThingsOfKind(ctx, kind), name, { known, what: `The ${kind} “${name}”` }),
  isThere: async (ctx: TeamCtx, id: string) =>
    (await listThingsOfKind(ctx, kind)).some((thing) => thing.id === id),
})

/** Returns a section of entries that the file describes as their verb takes them. */
const plain = <Input extends { readonly name: string }>(
  kind: NamedKind,
  make: (ctx: TeamCtx, input: Input) => Promise<{ readonly id: string }>,
): Section<Input, Input> => ({
  ...byName(kind),
  inputOf: async (_, given) => given,
  make: ({ ctx }, input) => make(ctx, input),
})

type Given<Name extends 'keys' | 'searches' | 'services' | 'tokens' | 'budgets'> =
  ProvisionedTeam[Name][number]

/** Creates everything of a team that never existed, and brings the rest to what the file says. */
export async function provisionSections(work: TeamProvisioning, team: ProvisionedTeam): Promise<void> {
  await provisionEach(work, 'environments', team.environments, plain('environment', makeEnvironment))
  await provisionEach(work, 'wallets', team.wallets, plain('wallet', createWallet))
  await provisionEach(work, 'keys', team.keys, keySection())
  await provisionPrices(work, team.prices)
  await provisionEach(work, 'searches', team.searches, SEARCHES)
  for (const [index, { gatewayKeys, ...service }] of team.services.entries()) {
    const place = [...work.filePosition, 'services', index]
    const { name } = service
    const state = await provisionOne(work, place, service, plain('service', createService))
    if (state.is === 'gone') continue
    const named = gatewayKeys.map((given) => ({ ...given, name }))
    await provisionEach({ ...work, filePosition: place }, 'gatewayKeys', named, gatewayKeysOf(state.id))
  }
  await provisionEach(work, 'tokens', team.tokens, TOKENS)
  await provisionEach(work, 'budgets', team.budgets, BUDGETS)
}

async function provisionEach<Given extends { readonly name: string }, Input>(
  work: TeamProvisioning,
  list: string,
  things: readonly Given[],
  section: Section<Given, Input>,
): Promise<void> {
  for (const [index, given] of things.entries())
    await provisionOne(work, [...work.filePosition, list, index], given, section)
}

async function provisionOne<Given extends { readonly name: string }, Input>(
  work: TeamProvisioning,
  filePosition: FilePosition,
  desired: Given,
  section: Section<Given, Input>,
): Promise<ThingState> {
  const { kind, isThere, markOf } = section
  const { ctx, report, references } = work
  const { name } = desired
  return runAtFilePosition(filePosition, desired, async () => {
    const state = await provisionInput().catch((error: unknown): ThingState => {
      if (error instanceof RemovedThingError) return { is: 'gone' }
      throw error
    })
    references.rememberState(kind, name, state)
    return state
  })

  async function provisionInput(): Promise<ThingState> {
    const input = await section.inputOf(work, desired, filePosition)
    const mark = await markOf?.(work, input)
    const state = await provisionThing(
      work,
      { teamId: ctx.team.id, kind, name, ...(mark !== undefined && { fileKey: mark }) },
      {
        find: (known) => section.find(work, input, known),
        make: () => section.make(work, input),
        ...(isThere && { isThere: (id) => isThere(ctx, id) }),
      },
    )
    if (state.is === 'there' && (await section.change?.(work, state.id, input))) report.changed(kind, name)
    return state
  }
}

async function makeEnvironment(ctx: TeamCtx, given: ProvisionedTeam['environments'][number]) {
  await createEnvironment(ctx, given)
  const made = (await listEnvironments(ctx)).find(({ name }) => name === given.name)
  if (!made) throw notFound('The environment')
  return made
}

interface KeyInput extends Pick<Given<'keys'>, 'limit'> {
  readonly add: Pick<Given<'keys'>, 'name' | 'key'> & {
    readonly walletId: string
    readonly environmentId: string
  }
}

/**
 * Keys are identified by their text or its place. A key that people have replaced since keeps its new text. Once the
 * upstream does not answer, the others of the team are stored without asking: a job checks them, and the start does
 * not wait for each.
 */
function keySection(): Section<Given<'keys'>, KeyInput> {
  let isSilent = false
  return {
    kind: 'key',
    async inputOf({ references }, { wallet, environment, limit, ...given }) {
      const walletId = await references.find('wallet', wallet)
      const environmentId = await references.find('environment', environment)
      return { add: { ...given, walletId, environmentId }, limit }
    },
    markOf: ({ ctx, access }, { add }) => keyFingerprint(ctx, access, add.key),
    async find({ ctx, access }, { add }) {
      const found = await findKey(ctx, access, add.key)
      if (!found) return null
      const fits = found.walletId === add.walletId && found.environmentId === add.environmentId
      if (!found.isDeleted && !fits)
        throw conflict(
          'The key is stored already, with another wallet or environment, and its history belongs there. Name those, or delete it on the page Keys first.',
        )
      return { id: found.id, isGone: found.isDeleted }
    },
    isThere: byName('key').isThere,
    async make({ ctx, access }, { add, limit }) {
      const added = await addKey(ctx, access, add, isSilent ? 'ask-later' : 'if-possible')
      isSilent ||= added.isUnchecked
      if (limit) {
        const { requests, seconds: windowSeconds } = limit
        await setKeyRate(ctx, access, { keyId: added.id, requests, windowSeconds })
      }
      return added
    },
  }
}

/** Puts into force the prices that are not. */
async function provisionPrices(
  { ctx, filePosition, report }: TeamProvisioning,
  prices: ProvisionedTeam['prices'],
) {
  for (const operation of OPERATION_NAMES) {
    const price = prices[operation]
    if (price === undefined) continue
    await runAtFilePosition([...filePosition, 'prices', operation], null, async () => {
      const given = parseTypedCredits(price)
      if (given !== null && given === (await findSetPrice(ctx, operation))) return
      await setPrice(ctx, { operation, price, firstDay: '' })
      report.changed('price', operation)
    })
  }
}

interface SearchInput {
  readonly name: string
  readonly fields: AllSearchFields
  /** Address of the member who owns it. */
  readonly owner: string | undefined
}

/** Searches are saved as shared with the team. */
const SEARCHES: Section<Given<'searches'>, SearchInput> = {
  ...byName('search'),
  async inputOf({ references }, { environment, wallet, key, owner, ...given }) {
    const fields: AllSearchFields = {
      ...given,
      environmentId: await references.find('environment', environment),
      walletId: await references.find('wallet', wallet),
      keyId: await references.find('key', key),
      shared: true,
      keyChoice: key !== undefined ? 'key' : wallet !== undefined ? 'wallet' : 'environment',
      tags: [...new Set(given.tags)],
    }
    return { name: given.name, fields, owner }
  },
  async make({ ctx, access }, { fields, owner }) {
    const ownerId = await ownerOf(ctx, owner)
    return createSearch(ctx, fields, { ownerId, services: access.upstreams })
  },
  async change({ ctx, access }, searchId, { fields }) {
    const before = await getSearch(ctx, searchId)
    const subjects = (await listSubjects(ctx, before)).map(({ subject }) => subject)
    if (isSameSearch(before, subjects, fields)) return false
    await updateSearch(ctx, { searchId, ...fields }, { services: access.upstreams })
    return true
  },
}

function isSameSearch(before: SearchView, subjects: readonly string[], fields: AllSearchFields): boolean {
  const { operation, product } = fields
  const given = { ...fields, product: OPERATIONS[operation].subject === 'query' ? product : null }
  const compared = ['operation', 'product', 'reuseSeconds', 'keyChoice'] as const
  const asked = fields.subjects.length > 0 ? fields.subjects : [fields.subject]
  const ids = ['environmentId', 'walletId', 'keyId'] as const
  return (
    compared.every((field) => before[field] === given[field]) &&
    subjects.length === asked.length &&
    subjects.every((subject, at) => subject === asked[at]) &&
    ids.every((field) => (before[field] ?? '') === given[field]) &&
    before.tags.join('\n') === given.tags.join('\n')
  )
}

/** Returns the owner of a search: the member that the file names, else the admin who joined first. */
async function ownerOf(ctx: TeamCtx, email: string | undefined): Promise<string> {
  const members = await listMembers(ctx)
  const owner = members.find((each) => (email === undefined ? each.role === 'admin' : each.email === email))
  if (!owner) throw conflict('The search needs an owner.', { owner: 'Name a member of the team.' })
  return owner.id
}

interface GatewayKeyInput {
  readonly token: Secret
  readonly create: Parameters<typeof createGatewayKey>[1]
}

/** A revoked gateway key stays revoked. */
const gatewayKeysOf = (
  serviceId: string,
): Section<Given<'services'>['gatewayKeys'][number] & { readonly name: string }, GatewayKeyInput> => ({
  kind: 'gateway key',
  async inputOf({ references, places }, { name: _, token, key, environment, ...given }, place) {
    const secret = await runAtFilePosition([...place, 'token'], null, () => readSecretText(token, places))
    const keyId = await references.find('key', key)
    const environmentId = await references.find('environment', environment)
    return { token: secret, create: { ...given, serviceId, keyId, environmentId } }
  },
  async find({ ctx }, { token }) {
    const found = await findGatewayKey(ctx, token)
    return found && { id: found.id, isGone: found.isRevoked }
  },
  make: ({ ctx }, { create, token }) => createGatewayKey(ctx, create, token),
})

/** A revoked token stays revoked. */
const TOKENS: Section<Given<'tokens'>, Omit<Given<'tokens'>, 'token'> & { readonly token: Secret }> = {
  kind: 'token',
  inputOf: async ({ places }, { token, ...given }, place) => ({
    ...given,
    token: await runAtFilePosition([...place, 'token'], null, () => readSecretText(token, places)),
  }),
  async find({ ctx }, { token }) {
    const found = await findToken(ctx, token)
    return found && { id: found.id, isGone: found.isRevoked }
  },
  make: ({ ctx }, { token, ...create }) => createToken(ctx, create, token),
}

type BudgetInput = Omit<Given<'budgets'>, 'of'> & { readonly scopeId: string }

const BUDGETS: Section<Given<'budgets'>, BudgetInput> = {
  ...byName('budget'),
  inputOf: async ({ references }, { of, ...given }) => ({
    ...given,
    scopeId: given.scope === 'team' ? '' : await references.find(given.scope, of),
  }),
  make: ({ ctx }, input) => createScopedBudget(ctx, input),
  async change({ ctx }, budgetId, input) {
    const before = await getBudget(ctx, budgetId)
    requireSameKind(before, { ...input, scopeId: input.scope === 'team' ? ctx.team.id : input.scopeId })
    if (isSameBudget(before, input)) return false
    const { name, amount, stops, tellsAt } = input
    await changeBudget(ctx, { budgetId, name, amount, stops, tellsAt })
    return true
  },
}

function requireSameKind(
  existing: BudgetView,
  desired: Pick<BudgetView, 'scope' | 'scopeId' | 'unit' | 'period'>,
): void {
  const fixed = ['scope', 'scopeId', 'unit', 'period'] as const
  const differing = fixed.find((field) => existing[field] !== desired[field])
  if (differing)
    throw conflict('The budget was not changed.', {
      [differing === 'scopeId' ? 'of' : differing]:
        'A budget of this name is there and differs in this, which cannot change. Give this one another name, or delete that one first.',
    })
}

const isSameBudget = (before: BudgetView, { amount, unit, stops, tellsAt }: BudgetInput): boolean =>
  before.amount === parseBudgetAmount(amount, unit, 'The budget was not changed.') &&
  before.stops === stops &&
  before.tellsAt.join() === tellsAt.join()
