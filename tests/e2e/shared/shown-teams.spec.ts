import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures'
import { addFirstKey, makeFreshTeam } from '../team'

/** Teams of other zones and currencies that one process renders at the same time. */
const SHOWN = [
  { timeZone: 'Asia/Kolkata', currency: 'EUR', symbol: '€' },
  { timeZone: 'America/St_Johns', currency: 'JPY', symbol: '¥' },
  { timeZone: 'Pacific/Chatham', currency: null, symbol: '¤' },
] as const
const PAGES = ['/members', '', '/wallets', '/runs', '/usage', '/budgets', '/searches']
const ROUNDS = 2

test('pages of several teams rendered at the same time write each its own zone and money', async ({
  world,
}) => {
  const teams = await Promise.all(
    SHOWN.map(async ({ symbol, ...row }) => {
      const team = await makeFreshTeam(world)
      const { walletId } = await addFirstKey(world, team)
      await world.db.team.update({ where: { id: team.id }, data: row })
      if (row.currency !== null)
        await world.db.topUpCost.create({
          data: {
            ...{ id: randomUUID(), teamId: team.id, walletId, at: new Date(0), createdAt: new Date(0) },
            ...{ creditsNano: 1_000_000_000n, costMicro: 7_000_000n, createdById: '' },
          },
        })
      return { ...team, ...row, symbol }
    }),
  )
  let own = 0
  const read = async (team: (typeof teams)[number], path: string) => {
    const text = await (await team.admin.fetch(`/${team.slug}${path}`)).text()
    for (const other of teams) {
      if (other.slug === team.slug) own += text.includes(other.timeZone) ? 1 : 0
      else
        for (const word of [other.timeZone, other.symbol])
          expect(text.includes(word), `${path} of ${team.timeZone} says ${word}`).toBe(false)
    }
    if (path === '/members') expect(text).toContain(`Joined (${team.timeZone})`)
    if (path === '/wallets' && team.currency !== null) expect(text).toContain(team.symbol)
  }
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(teams.flatMap((team) => PAGES.map((path) => read(team, path))))
  expect(own).toBeGreaterThan(0)
})
