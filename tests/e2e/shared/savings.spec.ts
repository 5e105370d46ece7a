import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures'
import { expectGoodPage } from '../good-page'
import type { AddedKey, Team } from '../team'
import { enter } from '../visits'
import type { UpstreamWorld } from '../world'

const DAY_MS = 86_400_000

/** Adds a key that was created long ago and never used. */
async function addIdleKey({ db }: UpstreamWorld, team: Team, key: AddedKey, name: string): Promise<string> {
  const row = await db.key.findUniqueOrThrow({ where: { id: key.id } })
  const createdAt = new Date(Date.now() - 40 * DAY_MS)
  const id = randomUUID()
  await db.key.create({ data: { ...row, id, teamId: team.id, keyRef: id, name, createdAt } })
  return id
}

test('possible savings are listed for admins, each with its remedy, and can be hidden', async ({
  page,
  world,
  team,
  key,
}) => {
  const [first, second] = [
    await addIdleKey(world, team, key, 'Old crawler'),
    await addIdleKey(world, team, key, 'Old report'),
  ]
  await enter(page, team.admin, '/usage')
  const parts = page.getByRole('navigation', { name: 'Behind the chart' })
  await parts.getByRole('link', { name: 'Could be saved (2)' }).click()
  const card = page.getByRole('table', { name: /^What could be saved/ })
  await expect(
    card.getByRole('link', { name: /The key “Old crawler” .* was not used for 30 days/ }),
  ).toBeVisible()
  await expectGoodPage(page, 'savings')
  await card.getByRole('button', { name: /^Disable key: The key “Old crawler”/ }).click()
  await expect(page.getByText('The key was disabled.')).toBeVisible()
  await expect(card.getByText('Old crawler')).toHaveCount(0)
  expect(await world.db.key.findUnique({ where: { id: first } })).toMatchObject({ status: 'disabled' })
  await card.getByRole('button', { name: /^Actions for The key “Old report”/ }).click()
  await page.getByRole('menuitem', { name: 'Hide for 30 days' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByText('Nothing could be saved')).toBeVisible()
  expect(await world.db.key.findUnique({ where: { id: second } })).toMatchObject({ status: 'active' })
})
