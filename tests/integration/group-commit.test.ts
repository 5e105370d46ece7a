import { expect, test } from 'vitest'
import { conflict, newId } from '@/lib/kernel'
import { createGroupCommit, JobsRefusedError, type Tx } from '@/lib/platform/db'
import { describeOnEachEngine } from '@/tests/support/databases'

const REST = { times: 1, longestMs: 25 }

describeOnEachEngine('group commit', async (open) => {
  const opened = await open()

  const at = new Date('2026-01-01T00:00:00Z')
  /** Writes a row per job. Returns the ids reversed, so that each result can be matched to its job. */
  const writeRows = async (tx: Tx, ids: readonly string[]) => {
    await tx.instance.createMany({ data: ids.map((id) => ({ id, startedAt: at, seenAt: at })) })
    if (ids.some((id) => id.startsWith('bad'))) throw new Error('cannot be written')
    return ids.map((id) => [...id].reverse().join(''))
  }
  const stored = async (ids: readonly string[]) =>
    opened.db.instance.count({ where: { id: { in: [...ids] } } })

  test('simultaneous jobs are written in few transactions, each with its own result', async () => {
    let groups = 0
    const group = createGroupCommit(opened.db, REST).queue((tx, ids: readonly string[]) => {
      groups++
      return writeRows(tx, ids)
    })
    const ids = Array.from({ length: 150 }, newId)
    const answers = await Promise.all(ids.map((id) => group.add(id)))
    expect(answers).toEqual(ids.map((id) => [...id].reverse().join('')))
    expect(await stored(ids)).toBe(150)
    expect(groups).toBeLessThan(10)
  })

  test('a job that cannot be written fails alone: the others of its group are written', async () => {
    const group = createGroupCommit(opened.db, REST).queue(writeRows)
    const good = Array.from({ length: 20 }, newId)
    const bad = `bad ${newId()}`
    const settled = await Promise.allSettled([...good, bad].map((id) => group.add(id)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(settled.at(-1)).toMatchObject({ status: 'rejected', reason: { message: 'cannot be written' } })
    expect(await stored(good)).toBe(20)
    expect(await stored([bad])).toBe(0)
    // Later jobs still work.
    const later = newId()
    await group.add(later)
    expect(await stored([later])).toBe(1)
  })

  test('several jobs that cannot be written, in a row, fail alone', async () => {
    const group = createGroupCommit(opened.db, REST).queue(writeRows)
    const good = Array.from({ length: 20 }, newId)
    const bad = Array.from({ length: 6 }, () => `bad ${newId()}`)
    const settled = await Promise.allSettled([...bad, ...good].map((id) => group.add(id)))
    expect(settled.map(({ status }) => status)).toEqual([
      ...bad.map(() => 'rejected'),
      ...good.map(() => 'fulfilled'),
    ])
    expect(await stored(good)).toBe(20)
    expect(await stored(bad)).toBe(0)
  })

  test('jobs refused by name fail, and the others are written together', async () => {
    let groups = 0
    const group = createGroupCommit(opened.db, REST)
    const strict = group.queue(async (tx, ids: readonly string[]) => {
      groups++
      const written = await writeRows(tx, ids)
      const refused = ids.filter((id) => id.startsWith('no'))
      if (refused.length > 0)
        throw new JobsRefusedError(new Map(refused.map((id) => [id, conflict(`${id}!`)])))
      return written
    })
    const other = group.queue(writeRows)
    const [good, beside] = [Array.from({ length: 20 }, newId), Array.from({ length: 5 }, newId)]
    const refused = Array.from({ length: 20 }, () => `no ${newId()}`)
    const written = [...good.map((id) => strict.add(id)), ...beside.map((id) => other.add(id))]
    const settled = await Promise.allSettled(refused.map((id) => strict.add(id)))
    expect(settled).toMatchObject(
      refused.map((id) => ({ status: 'rejected', reason: { message: `${id}!` } })),
    )
    await Promise.all(written)
    expect(await stored([...good, ...beside])).toBe(25)
    expect(await stored(refused)).toBe(0)
    // One by one, it would be more than forty.
    expect(groups).toBeLessThan(8)
  })

  test('two kinds of jobs share a transaction, and each gets results of its own kind', async () => {
    const group = createGroupCommit(opened.db, REST)
    const written: string[] = []
    const transactions = new Set<Tx>()
    const lengths = group.queue(async (tx, ids: readonly string[]) => {
      transactions.add(tx)
      written.push(...ids.map(() => 'length'))
      return (await writeRows(tx, ids)).map(({ length }) => length)
    })
    const reversed = group.queue(async (tx, ids: readonly string[]) => {
      transactions.add(tx)
      written.push(...ids.map(() => 'reversed'))
      return writeRows(tx, ids)
    })
    const [a, b, c] = [newId(), newId(), newId()]
    const answers = await Promise.all([reversed.add(a), lengths.add(b), reversed.add(c)])
    expect(answers).toEqual([[...a].reverse().join(''), b.length, [...c].reverse().join('')])
    expect(written).toEqual(['length', 'reversed', 'reversed'])
    expect(transactions.size).toBe(1)
    expect(await stored([a, b, c])).toBe(3)
  })

  test('the pause after a group is the shortest that one of its jobs requests', async () => {
    // Longer than the test may take.
    const group = createGroupCommit(opened.db, { times: 1e9, longestMs: 3_600_000 })
    const patient = group.queue(writeRows)
    const hasty = group.queue(writeRows, () => ({ times: 0, longestMs: 0 }))
    const ids = Array.from({ length: 4 }, newId)
    const [a = '', b = '', c = '', d = ''] = ids
    await Promise.all([patient.add(a), hasty.add(b)])
    await hasty.add(c)
    await hasty.add(d)
    expect(await stored(ids)).toBe(4)
  })

  test('a kind that returns too few results has written nothing', async () => {
    const group = createGroupCommit(opened.db, REST)
    const broken = group.queue(async (tx, ids: readonly string[]) => (await writeRows(tx, ids)).slice(1))
    const id = newId()
    await expect(broken.add(id)).rejects.toThrow('0 results came for 1')
    expect(await stored([id])).toBe(0)
  })
})
