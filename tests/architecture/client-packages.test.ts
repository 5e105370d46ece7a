import { expect, test } from 'vitest'
import { clientPackageFaultsOf } from './client-packages'
import { readSourceTree } from './source-tree'

const faultsIn = (files: Readonly<Record<string, string>>): string[] =>
  clientPackageFaultsOf(new Map(Object.entries(files)))

test('code that browsers load imports no server package', () => {
  expect(clientPackageFaultsOf(readSourceTree())).toEqual([])
})

test('finds a server package that a page’s client code loads through another file', () => {
  const picker = `'use client'\nimport { CHOICES } from './query'`
  const query = `import { z } from 'zod'\nexport const CHOICES = ['a']`
  expect(faultsIn({ 'app/picker.tsx': picker, 'app/query.ts': query })).toEqual([
    'app/picker.tsx -> app/query.ts -> zod',
  ])
  const node = `'use client'\nimport { join } from 'node:path'`
  expect(faultsIn({ 'components/ui/a.tsx': node })).toEqual(['components/ui/a.tsx -> node:path'])
})

test('accepts types, server actions, and code that no client code loads', () => {
  const faults = faultsIn({
    'app/picker.tsx': `'use client'\nimport type { Query } from './query'\nimport { act } from './actions'`,
    'app/query.ts': `import { z } from 'zod'\nexport type Query = z.output<typeof z>`,
    'app/actions.ts': `'use server'\nimport { z } from 'zod'`,
  })
  expect(faults).toEqual([])
})
