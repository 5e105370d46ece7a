import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../lib/platform/db'
import { type ActionResult, AppClient } from './app-client'

const TEAM = 'app/(dashboard)/[team]'
const id = z.object({ id: z.string() })

/** A person at a running Purser who acts in one team through the same server actions as the pages. */
export class TeamClient extends AppClient {
  constructor(
    baseUrl: string,
    readonly team: string,
    readonly email: string,
    cookies: Iterable<readonly [string, string]> = [],
  ) {
    super(baseUrl, cookies)
  }

  /** Calls an action of the team's pages, such as `keys/addKeyAction`. */
  perform(action: string, input: Record<string, unknown>): Promise<ActionResult> {
    const [folder = '', name = ''] = action.split('/')
    return this.act(
      `${TEAM}/${folder}/actions.ts#${name}`,
      { team: this.team, ...input },
      `/${this.team}/${folder}`,
    )
  }

  /** Does the same, and throws if it is refused. */
  async mustPerform(action: string, input: Record<string, unknown>): Promise<unknown> {
    const { data, serverError, validationErrors } = await this.perform(action, input)
    if (serverError || validationErrors) {
      throw new Error(`${action}: ${JSON.stringify(serverError ?? validationErrors)}`)
    }
    return data
  }

  async makeId(action: string, input: Record<string, unknown>): Promise<string> {
    return id.parse(await this.mustPerform(action, input)).id
  }
}

export const FOUNDER = {
  name: 'Ada Founder',
  email: 'ada@example.org',
  password: 'correct horse battery staple',
}

const SETUP = 'app/(public)/setup/actions.ts'
const team = z.object({ slug: z.string() })

/** Creates the first account of an installation over HTTP. Returns the person, signed in. */
export async function makeFirstAccount(baseUrl: string): Promise<AppClient> {
  const visitor = new AppClient(baseUrl)
  await visitor.act(`${SETUP}#createFirstAccountAction`, FOUNDER, '/setup')
  await visitor.signIn(FOUNDER.email, FOUNDER.password)
  return visitor
}

/** Creates a team whose first admin is this person. Both share the session. */
export async function makeTeam(
  person: AppClient,
  email: string,
  name = 'Acme',
  timeZone = 'Europe/Berlin',
): Promise<TeamClient> {
  const { data } = await person.act(`${SETUP}#createTeamAction`, { name, timeZone }, '/setup')
  return new TeamClient(person.baseUrl, team.parse(data).slug, email, person.cookies)
}

/** Creates the first account and a team over HTTP. Returns its admin, signed in. */
export async function foundTeam(baseUrl: string, timeZone = 'Europe/Berlin'): Promise<TeamClient> {
  return makeTeam(await makeFirstAccount(baseUrl), FOUNDER.email, 'Acme', timeZone)
}

export async function signInTo(
  baseUrl: string,
  team: string,
  email: string,
  password: string,
): Promise<TeamClient> {
  const client = new TeamClient(baseUrl, team, email)
  await client.signIn(email, password)
  return client
}

/** Invites a person by link and signs the new account in. */
export async function addPerson(admin: TeamClient, role: 'admin' | 'member' | 'viewer'): Promise<TeamClient> {
  const { token } = z
    .object({ token: z.string() })
    .parse(await admin.mustPerform('members/createInviteAction', { role }))
  const person = { name: `A ${role}`, email: `${randomUUID()}@example.org`, password: FOUNDER.password }
  const visitor = new AppClient(admin.baseUrl)
  const action = 'app/(public)/invite/[token]/actions.ts#acceptInviteWithNewAccountAction'
  const { data } = await visitor.act(action, { ...person, token }, `/invite/${token}`)
  return signInTo(admin.baseUrl, team.parse(data).slug, person.email, person.password)
}

/** Creates a person of another team, who has no access to the one under test. */
export async function makeStranger(admin: TeamClient): Promise<TeamClient> {
  return addPerson(await makeTeam(admin, admin.email, 'Others', 'UTC'), 'admin')
}

/** Creates a service with a gateway key bound to an upstream key. */
export async function makeService(
  client: TeamClient,
  keyId: string,
  name = 'Importer',
): Promise<{ readonly serviceId: string; readonly gatewayKeyId: string; readonly gatewayKey: string }> {
  const serviceId = await client.makeId('services/createServiceAction', { name })
  const made = await client.mustPerform('services/createGatewayKeyAction', { serviceId, keyId })
  const { id: gatewayKeyId, token: gatewayKey } = z.object({ id: z.string(), token: z.string() }).parse(made)
  return { serviceId, gatewayKeyId, gatewayKey }
}

/** Creates a budget that is soon half spent, with an unanswered request for more. */
export async function makeBudget(
  client: TeamClient,
  db: Db,
): Promise<{ readonly budgetId: string; readonly raiseId: string }> {
  const budgetId = await client.makeId('budgets/createBudgetAction', {
    name: 'Everyday',
    scope: 'team',
    unit: 'items',
    period: 'day',
    amount: '500000',
    stops: true,
    tellsAt: [50, 80],
  })
  await client.mustPerform('budgets/askForRaiseAction', { budgetId, amount: '5000', reason: 'A launch' })
  return { budgetId, raiseId: (await db.budgetRaise.findFirstOrThrow({ where: { budgetId } })).id }
}
