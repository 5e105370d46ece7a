import { describe, expect, test } from 'vitest'
import { buildLatePageEvents, buildRunEndEvents } from '@/lib/collect/runs/core/end-run'

const AT = new Date('2026-03-10T12:00:00Z')
const RUN = {
  ...{ id: 'r', teamId: 't', searchId: 's', searchName: 'Ada', shared: true, isScheduled: true },
  ...{ isBaseline: false, endReason: 'last_page', state: 'ENDED', pages: 2, items: 150, newItems: 20 },
  ...{ chargeNano: 22_500_000_000n, unpricedItems: 0, startedAt: new Date('2026-03-10T11:00:00Z') },
  batchId: null,
  announcedItems: 0,
}
const kindsOf = (events: readonly { readonly kind: string }[]) => events.map(({ kind }) => kind)

describe('the events of a run', () => {
  test('report its end with exact amounts, and new items only if it brought some and is no baseline', () => {
    const [ended, news] = buildRunEndEvents(RUN, AT)
    expect(ended).toEqual({
      ...{ teamId: 't', at: AT, kind: 'run.ended' },
      data: {
        ...{ runId: 'r', searchId: 's', searchName: 'Ada', isScheduled: true, endReason: 'last_page' },
        ...{ pages: 2, items: 150, newItems: 20, charge: '22.5', unpricedItems: 0 },
        ...{ startedAt: '2026-03-10T11:00:00.000Z', endedAt: '2026-03-10T12:00:00.000Z' },
      },
    })
    expect(news).toMatchObject({ kind: 'items.new', data: { runId: 'r', newItems: 20 } })
    expect(kindsOf(buildRunEndEvents({ ...RUN, newItems: 0 }, AT))).toEqual(['run.ended'])
    expect(kindsOf(buildRunEndEvents({ ...RUN, isBaseline: true }, AT))).toEqual(['run.ended'])
  })

  test('report nothing about the question of a private search', () => {
    const told = buildRunEndEvents({ ...RUN, shared: false, searchName: 'Secret' }, AT)
    expect(told.map(({ data }) => data)).toMatchObject([{ searchId: null }, { searchName: null }])
    expect(JSON.stringify(told)).not.toContain('Secret')
  })

  test('report the new items of a page that arrived after its end, and nothing for a page before it', () => {
    expect(buildLatePageEvents(RUN, 5, AT)).toMatchObject([{ kind: 'items.new', data: { newItems: 20 } }])
    expect(buildLatePageEvents(RUN, 0, AT)).toEqual([])
    expect(buildLatePageEvents({ ...RUN, state: 'OPEN' }, 5, AT)).toEqual([])
    expect(buildLatePageEvents({ ...RUN, isBaseline: true }, 5, AT)).toEqual([])
  })
})
