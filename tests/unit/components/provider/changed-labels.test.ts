import { expect, test } from 'vitest'
import { changedFieldLabels, describeFilledForm } from '@/components/provider/labels'
import { toProviderTexts } from '@/components/provider/typed-values'
import { defaultProvider } from '@/lib/upstream/client'
import { flattenProvider } from '@/lib/upstream/providers'

test('a test says which fields of the form it filled, or that everything fits already', () => {
  const texts = toProviderTexts(Object.fromEntries(flattenProvider(defaultProvider)))
  expect(changedFieldLabels(texts, texts)).toEqual([])
  const changed = changedFieldLabels(texts, { ...texts, 'search.path': '/v1/find', timeZone: 'Europe/Rome' })
  expect(describeFilledForm(true, changed)).toBe(
    'The form under Advanced was filled with what was found: “Search path” and “Zone of times”. Review it and save it.',
  )
  expect(describeFilledForm(true, [])).toBe(
    'Everything found matches the form already, so nothing was changed.',
  )
  expect(describeFilledForm(false, [])).toBe('')
})
