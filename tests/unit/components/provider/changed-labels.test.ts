import { expect, test } from 'vitest'
import { changedLabels, describeFilled } from '@/components/provider/labels'
import { toTexts } from '@/components/provider/typed-values'
import { defaultProvider } from '@/lib/upstream/client'
import { fieldsOf } from '@/lib/upstream/providers'

test('a test says which fields of the form it filled, or that all fits already', () => {
  const texts = toTexts(Object.fromEntries(fieldsOf(defaultProvider)))
  expect(changedLabels(texts, texts)).toEqual([])
  const changed = changedLabels(texts, { ...texts, 'search.path': '/v1/find', timeZone: 'Europe/Rome' })
  expect(describeFilled(true, changed)).toBe(
    'The form under Advanced was filled with what was found: “Search path” and “Zone of times”. Look it through and save it.',
  )
  expect(describeFilled(true, [])).toBe(
    'All that was found fits the form already: nothing in it was changed.',
  )
  expect(describeFilled(false, [])).toBe('')
})
