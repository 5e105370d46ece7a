import { expect, test } from 'vitest'
import { createSearch, getSearch, listSubjects, updateSearch } from '@/lib/collect/searches'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('a saved search that several people change at once', (open) => {
  test('has each version once, none of which returns, and can be changed later', async () => {
    const opened = await open()
    const { admin } = await makeTeam(opened.db, makeTestClock())
    const asked = { name: 'Ada', operation: 'timeline', subject: 'ada' } as const
    const { id: searchId } = await createSearch(admin, asked)
    // An update that keeps the question makes no version, and must not restore the old question beside
    // another's change.
    const changes = ['ada', 'bob', 'ada', 'esme', 'ada', 'carl', 'ada', 'dora'].map((subject, at) =>
      updateSearch(admin, { ...asked, searchId, subject, tags: [`tag ${at}`] }),
    )
    await Promise.all(changes)
    await updateSearch(admin, { ...asked, searchId, subject: 'the last' })

    const told = await opened.db.auditEntry.findMany({
      where: { subjectId: searchId, action: 'search.update' },
    })
    const changed = told.filter(({ detail }) => 'subject' in JSON.parse(detail))
    const search = await opened.db.savedSearch.findUniqueOrThrow({ where: { id: searchId } })
    expect(search.version).toBe(1 + changed.length)
    expect(await getSearch(admin, searchId)).toMatchObject({
      ...{ subject: 'the last', changedByName: admin.actor.name },
    })
    await opened.close()
  })

  test('keeps the streams of users that are only written in other case, so that nothing is bought again', async () => {
    const opened = await open()
    const { admin } = await makeTeam(opened.db, makeTestClock())
    const streamsOf = async (searchId: string) =>
      (await listSubjects(admin, await getSearch(admin, searchId))).map(({ streamId }) => streamId)
    const users = { name: 'Users', operation: 'timeline' } as const
    const { id: searchId } = await createSearch(admin, { ...users, subjects: ['ada', 'bob'] })
    const streams = await streamsOf(searchId)
    await updateSearch(admin, { ...users, searchId, subjects: ['@Bob', 'https://x.com/ADA'] })
    expect(await streamsOf(searchId)).toEqual(streams.toReversed())
    expect((await getSearch(admin, searchId)).subject).toBe('Bob')
    // Services tell words such as OR from “or”.
    const words = { name: 'Words', operation: 'search' } as const
    const { id: wordsId } = await createSearch(admin, { ...words, subject: 'cats OR dogs' })
    const [asked] = await streamsOf(wordsId)
    await updateSearch(admin, { ...words, searchId: wordsId, subject: 'cats or dogs' })
    expect(await streamsOf(wordsId)).not.toContain(asked)
    await opened.close()
  })

  test('refuses a page of the site as a user, and saves the name in a link', async () => {
    const opened = await open()
    const { admin } = await makeTeam(opened.db, makeTestClock())
    const asked = { name: 'Ada', operation: 'timeline' } as const
    for (const subject of ['x.com/login', 'https://x.com/search?q=ada'])
      await expect(createSearch(admin, { ...asked, subject })).rejects.toMatchObject({
        fields: { subject: expect.stringContaining('no profile') },
      })
    const { id } = await createSearch(admin, { ...asked, subject: 'ada?lang=en' })
    expect(await getSearch(admin, id)).toMatchObject({ subject: 'ada' })
    await opened.close()
  })
})
