import { expect, test } from 'vitest'
import { colorChoices } from '@/components/settings/environment-form'
import { ENVIRONMENT_COLORS } from '@/lib/teams/teams'

test('colours have the names of their appearance, each once, and those that no environment has come first', () => {
  const labels = colorChoices(ENVIRONMENT_COLORS, ['blue', 'orange', 'teal']).map(({ label }) => label)
  expect(labels).toEqual(['plum', 'ochre', 'lilac', 'slate', 'orange', 'green', 'blue'])
})
