import { z } from 'zod'
import { ACTIONS, type Needs, PAGES, ROUTES, type Things } from '../../support/access-table'
import { AppClient, builtActions } from '../../support/app-client'
import {
  addPerson,
  FOUNDER,
  makeBudget,
  makeService,
  makeStranger,
  makeTeam,
  signInTo,
  type TeamClient,
} from '../../support/story'
import { expect, test } from '../fixtures'
import { addFirstKey, makeFreshTeam, type Team } from '../team'
import type { UpstreamWorld } from '../world'

/** Tries everything in the access table on the running app, over HTTP, as everyone who lacks the right. */

// The tests share one team.
test.describe.configure({ mode: 'default' })

let world: UpstreamWorld
let team: Team
let admin: TeamClient
let member: TeamClient
let viewer: TeamClient
let stranger: TeamClient
let things: Things

test.beforeAll(async ({ shared }) => {
  world = shared
  team = await makeFreshTeam(world)
  admin = team.admin
  // The first account is an installation admin; the admin here must be admin of a team only.
  const { userId } = await world.db.member.findFirstOrThrow({ where: { teamId: team.id } })
  await world.db.user.update({ where: { id: userId }, data: { isInstallationAdmin: false } })
  things = await makeThings()
  member = await addPerson(admin, 'member')
  viewer = await addPerson(admin, 'viewer')
  stranger = await makeStranger(admin)
})

async function makeThings(): Promise<Things> {
  const { db } = world
  const ofTeam = { where: { teamId: team.id } }
  const { walletId, id: keyId } = await addFirstKey(world, team)
  const search = { name: 'Ada', operation: 'timeline', subject: 'ada' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const runId = crypto.randomUUID()
  await admin.mustPerform('runs/startRunAction', { runId, searchId, keyId })
  const { id: memberId } = await db.member.findFirstOrThrow(ofTeam)
  await admin.mustPerform('members/createInviteAction', { role: 'member' })
  const { id: inviteId } = await db.invite.findFirstOrThrow(ofTeam)
  const budget = await makeBudget(admin, db)
  const { serviceId, gatewayKeyId } = await makeService(admin, keyId)
  const { environmentId } = team
  const service = { serviceId, gatewayKeyId }
  return { walletId, environmentId, keyId, searchId, runId, memberId, inviteId, ...budget, ...service }
}

const inTeam = (needs: Needs): boolean => needs === 'viewer' || needs === 'member' || needs === 'admin'
const answered = async (client: AppClient, name: string, team: string) => {
  const input = { ...ACTIONS[name]?.input(things), team }
  const { serverError, validationErrors, data } = await client.act(name, input, '/sign-in')
  return { code: serverError?.code ?? null, validationErrors, data }
}

test('the build contains exactly the actions of the access table', () => {
  const names = builtActions().map(({ name }) => name)
  expect([...new Set(names)].sort()).toEqual(Object.keys(ACTIONS).sort())
})

/** Returns the callers who lack a right, with the error code that each gets. */
const refusalsOf = (needs: Needs): readonly (readonly [string, AppClient, string])[] => [
  ['a visitor', new AppClient(world.server.baseUrl), 'unauthenticated'],
  ...(inTeam(needs) ? ([['a stranger', stranger, 'not_found']] as const) : []),
  ...(needs === 'admin' ? ([['a member', member, 'forbidden']] as const) : []),
  ...(needs === 'admin' || needs === 'member' ? ([['a viewer', viewer, 'forbidden']] as const) : []),
  // Being admin of a team does not help.
  ...(needs === 'installation admin'
    ? [admin, member, stranger].map((person) => ['no installation admin', person, 'forbidden'] as const)
    : []),
]

for (const [name, { needs }] of Object.entries(ACTIONS)) {
  if (needs === 'visitor') continue
  test(`${name}: refused to everyone who lacks the right`, async () => {
    for (const [who, client, code] of refusalsOf(needs)) {
      const answer = await answered(client, name, admin.team)
      expect({ who, code: answer.code }).toEqual({ who, code })
      // Same answer as for a team that does not exist.
      if (client === stranger && inTeam(needs))
        expect(await answered(stranger, name, 'no-such-team')).toEqual(answer)
    }
  })
}

test('no refused action took effect', async () => {
  const { db } = world
  const ofTeam = { teamId: team.id }
  const [wallets, keys, environments, prices, members] = await Promise.all([
    db.wallet.findMany({ where: ofTeam }),
    db.key.findMany({ where: { wallet: { id: things.walletId } } }),
    db.environment.count({ where: { ...ofTeam, name: 'preview' } }),
    db.price.count({ where: ofTeam }),
    db.member.findMany({ where: { role: 'admin', id: things.memberId, removedAt: null } }),
  ])
  expect(wallets.map(({ name }) => name)).toEqual(['Main'])
  expect(keys).toMatchObject([{ status: 'active', deletedAt: null }])
  expect([environments, prices, members.length]).toEqual([0, 0, 1])
})

for (const [file, { needs, path, answers = 200 }] of Object.entries(PAGES)) {
  if (!inTeam(needs)) continue
  test(`${file}: a stranger gets not-found, a visitor the sign-in page, the team the page`, async () => {
    const there = path(admin.team, things)
    const forStranger = await stranger.fetch(there)
    expect(forStranger.status).toBe(404)
    const text = await forStranger.text()
    for (const id of Object.values(things)) if (!there.includes(id)) expect(text).not.toContain(id)
    const forVisitor = await new AppClient(world.server.baseUrl).fetch(there)
    expect(forVisitor.status).toBe(307)
    expect(forVisitor.headers.get('location')).toContain('/sign-in')
    for (const client of [admin, member, viewer]) expect((await client.fetch(there)).status).toBe(answers)
  })
}

for (const [file, { needs, path }] of Object.entries(PAGES)) {
  if (needs !== 'person' && needs !== 'installation admin') continue
  test(`${file}: a visitor gets the sign-in page; those who may not see it get not-found`, async () => {
    const there = path(admin.team, things)
    const forVisitor = await new AppClient(world.server.baseUrl).fetch(there)
    expect(forVisitor.status).toBe(307)
    expect(forVisitor.headers.get('location')).toContain('/sign-in')
    const status = needs === 'person' ? 200 : 404
    for (const client of [admin, member, stranger]) {
      const answer = await client.fetch(there)
      expect(answer.status).toBe(status)
      if (status === 404) expect(await answer.text()).toContain('are for installation admins')
    }
  })
}

test('an invalid link, or one of another kind, opens nothing for a visitor or a member', async () => {
  const { token } = z
    .object({ token: z.string() })
    .parse(await admin.mustPerform('members/createInviteAction', { role: 'viewer' }))
  const visitor = new AppClient(world.server.baseUrl)
  expect((await visitor.fetch(`/invite/${token}`)).status).toBe(200)
  const dead = ['/invite/none', '/sign-in/reset/none', '/account/confirm/none']
  const ofAnotherKind = [`/sign-in/reset/${token}`, `/account/confirm/${token}`]
  for (const path of [...dead, ...ofAnotherKind])
    for (const client of [visitor, member]) expect((await client.fetch(path)).status).toBe(404)
})

for (const [file, { needs, path }] of Object.entries(ROUTES)) {
  if (!inTeam(needs)) continue
  test(`${file}: a stranger gets not-found, a visitor is refused, the team gets an answer`, async () => {
    const there = path?.(admin.team, things) ?? ''
    const statusFor = async (client: AppClient, address = there) => {
      const answer = await client.fetch(address)
      await answer.body?.cancel()
      return answer.status
    }
    expect(await statusFor(stranger)).toBe(404)
    // A path that names nothing of the team exists in the stranger's own team, too.
    const namesAThing = Object.values(things).some((id) => there.includes(id))
    expect(await statusFor(stranger, path?.(stranger.team, things))).toBe(namesAThing ? 404 : 200)
    expect(await statusFor(new AppClient(world.server.baseUrl))).toBe(401)
    expect(await statusFor(admin)).toBe(200)
    for (const client of [member, viewer]) expect(await statusFor(client)).toBe(needs === 'admin' ? 403 : 200)
  })
}

test('an object of one team is not found under another team’s address', async () => {
  const guest = await makeTeam(admin, admin.email, 'Elsewhere', 'UTC')
  const slug = guest.team
  for (const file of ['keys/[id]', 'searches/[id]', 'runs/[id]', 'services/[id]']) {
    const page = PAGES[`app/(dashboard)/[team]/${file}/page.tsx`]
    expect((await guest.fetch(page?.path(slug, things) ?? '')).status).toBe(404)
  }
  for (const [name, { needs }] of Object.entries(ACTIONS)) {
    const names = Object.keys(ACTIONS[name]?.input(things) ?? {})
    const namesAThing = names.some((key) => key in things)
    if (!inTeam(needs) || !namesAThing) continue
    expect({ name, code: (await answered(guest, name, slug)).code }).toEqual({ name, code: 'not_found' })
  }
})

test('an ended session no longer opens anything', async () => {
  const leaver = await signInTo(world.server.baseUrl, admin.team, admin.email, FOUNDER.password)
  const { csrfToken } = z
    .object({ csrfToken: z.string() })
    .parse(await (await leaver.fetch('/api/auth/csrf')).json())
  const stolen = new AppClient(world.server.baseUrl, leaver.cookies)
  await leaver.fetch('/api/auth/signout', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, json: 'true' }),
  })
  expect((await stolen.fetch(`/${admin.team}`)).status).toBe(307)
  expect(
    (await answered(stolen, 'app/(dashboard)/[team]/wallets/actions.ts#createWalletAction', admin.team)).code,
  ).toBe('unauthenticated')
})
