import { expect, test } from 'vitest'
import { deleteUsageView, listUsageViews, saveUsageView, saveUsageViewInput } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('saved views of usage', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())
  const member = await makeMember(team, 'member', 'Grace')

  const save = (ctx: TeamCtx, name: string, query: string) =>
    saveUsageView(ctx, saveUsageViewInput.parse({ name, query }))
  const namesOf = async (ctx: TeamCtx) => (await listUsageViews(ctx)).map(({ name }) => name)

  test('belong to the whole team, sorted by name, and keep what the page shows but not its position', async () => {
    await save(member, 'New a week', 'step=week&measure=new&after=1-a&since=x&team=other&search=&range=30d')
    await save(team.admin, 'Cost', 'by=search')
    const viewer = await makeMember(team, 'viewer', 'Vic')
    const views = await listUsageViews(viewer)
    expect(views.map(({ name, query, mayDelete }) => [name, query, mayDelete])).toEqual([
      ['Cost', 'by=search', false],
      ['New a week', 'measure=new&range=30d&step=week', false],
    ])
    await expect(save(viewer, 'Mine', '')).rejects.toMatchObject({ code: 'forbidden' })
    expect(await namesOf((await makeOtherTeam(team)).admin)).toEqual([])
  })

  test('are deleted by their creator and by admins, and not by another member or team', async () => {
    const { id: viewId } = await save(team.admin, 'Of an admin', 'by=key')
    const { id: own } = await save(member, 'Of Grace', 'by=key')
    await expect(deleteUsageView(member, { viewId })).rejects.toMatchObject({ code: 'forbidden' })
    const stranger = (await makeOtherTeam(team)).admin
    await expect(deleteUsageView(stranger, { viewId })).rejects.toMatchObject({ code: 'not_found' })
    await deleteUsageView(member, { viewId: own })
    const { id: another } = await save(member, 'Of Grace, again', 'by=key')
    await deleteUsageView(team.admin, { viewId: another })
    expect(await namesOf(team.admin)).not.toContain('Of Grace')
    expect(await namesOf(team.admin)).not.toContain('Of Grace, again')
    expect(await namesOf(team.admin)).toContain('Of an admin')
  })
})
