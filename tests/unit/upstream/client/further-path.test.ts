import { describe, expect, test } from 'vitest'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { readFurtherAnswer } from '@/lib/upstream/client/further-path'

const NO_HEADERS = new Map<string, string>()
const read = (
  body: Parameters<typeof readFurtherAnswer>[0],
  form: Partial<Parameters<typeof readFurtherAnswer>[2]> = {},
) => readFurtherAnswer(body, NO_HEADERS, { items: null, id: null, ...form }, defaultProvider)

describe('the answer of a further path', () => {
  test.each([
    [{ data: [{ id: '1' }, { id: '2' }] }, { items: 'data' }, ['1', '2']],
    [{ data: { id: '7' } }, { items: 'data' }, ['7']],
    [{ data: [{ text: 'no id' }] }, { items: 'data' }, ['#0']],
    [{ data: [] }, { items: 'data' }, []],
    [{ data: { id: '9' } }, { id: ['data.id'] }, ['9']],
    [{ trends: ['a', 'b'] }, {}, ['']],
  ])('%j', (body, form, ids) => {
    expect(read(body, form)).toMatchObject({ ok: true, value: { ids, nextCursor: null } })
  })

  test('errors about some of several items, listed beside the others, do not make the call fail', () => {
    expect(read({ data: [{ id: '1' }], errors: [{ title: 'Not Found' }] }, { items: 'data' })).toMatchObject({
      ok: true,
      value: { ids: ['1'] },
    })
  })

  test.each([
    [{ errors: [{ detail: 'Could not find it' }] }, { items: 'data' }],
    [{ errors: [{ detail: 'Could not find it' }] }, { id: ['data.id'] }],
    [{ status: 'error', msg: 'user not found' }, {}],
    [{ error: 'gone', message: 'It is gone' }, {}],
  ])('%j says that the call failed', (body, form) => {
    expect(read(body, form)).toMatchObject({ ok: false, problem: { charged: 'unknown' } })
  })

  test('a charge stated in the answer is read', () => {
    const provider = readProvider({ chargeField: 'meta.cost' })
    expect(
      readFurtherAnswer({ x: 1, meta: { cost: '0.5' } }, NO_HEADERS, { items: null, id: null }, provider),
    ).toMatchObject({ value: { reportedChargeNano: 500_000_000n } })
  })
})
