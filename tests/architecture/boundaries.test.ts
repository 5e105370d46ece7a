import { describe, expect, test } from 'vitest'
import { boundaryFaultsOf } from './boundaries'
import { readSourceTree } from './source-tree'

test('every import of the project keeps the boundaries', () => {
  expect(boundaryFaultsOf(readSourceTree())).toEqual([])
})

/** A small project that keeps every boundary; a test adds one file to it. */
const SOUND: Readonly<Record<string, string>> = {
  'lib/kernel/index.ts': `export * from './format'`,
  'lib/kernel/format.ts': `export const plural = 1`,
  'lib/db/index.ts': `import { plural } from '@/lib/kernel'\nexport { Db } from './generated/sqlite/client'`,
  'lib/audit/index.ts': `import { Db } from '@/lib/db'\nimport { join } from 'node:path'`,
  'lib/sandbox/index.ts': `export * from './catalogue/names'`,
  'lib/sandbox/catalogue/names.ts': `import { plural } from '../../kernel-free'`,
  'lib/kernel-free.ts': '',
  'lib/runs/index.ts': `import '@/lib/audit'\nimport '@/lib/upstream'`,
  'lib/upstream/index.ts': `import '@/lib/kernel'`,
  'lib/runtime/index.ts': `import '@/lib/runs'\nimport '@/lib/alerts'`,
  'lib/alerts/index.ts': `import '@/lib/runs'`,
  'lib/cli/start.mjs': `import '@/lib/runtime'\nawait import(process.argv[2])`,
  'components/charts/bar.tsx': `import { Bar } from 'recharts'\nimport { Box } from '@mantine/core'`,
  'components/runs/list.tsx': `import type { Run } from '@/lib/runs'\nimport { plural } from '@/lib/kernel'`,
  'app/_server/auth.ts': `import NextAuth from 'next-auth'\nimport '@/lib/runtime'`,
  'app/page.tsx': `import '@/components/runs/list'\nimport './_server/auth'`,
  'proxy.ts': `import './app/_server/auth'`,
  'prisma.config.ts': `import { defineConfig } from 'prisma/config'`,
  'playwright.config.ts': `import './lib/cli/start.mjs'`,
  'tests/unit/a.test.ts': `import '@/lib/kernel/format'\nimport 'react'\nimport '@/lib/runs'`,
}

const faultsWith = (path: string, source: string): string[] =>
  boundaryFaultsOf(new Map(Object.entries({ ...SOUND, [path]: source })))

const planted: readonly [file: string, source: string, fault: string][] = [
  ['lib/runs/a.ts', `import { headers } from 'next/headers'`, 'knows no web framework'],
  ['lib/runs/a.ts', `import type { ReactNode } from 'react'`, 'knows no web framework'],
  ['lib/runs/a.ts', `import 'server-only'`, 'knows no web framework'],
  ['lib/runs/a.ts', `import { Box } from '@mantine/core'`, 'knows no web framework'],
  ['lib/runs/a.ts', `export * from 'react-dom/server'`, 'knows no web framework'],
  ['lib/runs/a.ts', `const a = await import('next-auth/jwt')`, 'knows no web framework'],
  ['lib/runs/a.ts', `import '@/components/charts/bar'`, 'knows no components'],
  ['lib/runs/a.ts', `import '@/app/page'`, 'only app/ and the root may import app/'],
  ['lib/runs/a.ts', `import '@/tests/unit/a.test'`, 'not part of the app'],
  ['lib/runs/a.ts', `import '../../proxy'`, 'the root holds no code to import'],
  ['lib/runs/a.ts', `import '@prisma/client'`, 'only lib/db/ may import Prisma'],
  ['lib/runs/a.ts', `import '@/lib/db/generated/sqlite/client'`, 'only lib/db/ may import Prisma'],
  ['lib/runs/a.ts', `import '@/lib/kernel/format'`, 'lib/kernel is entered through its index'],
  ['lib/runs/a.ts', `import '../kernel'`, 'write @/lib/kernel'],
  ['lib/runs/a.ts', `import '@/lib/runs'`, 'inside its folder, write ./'],
  ['lib/runs/a.ts', `import '@/lib/cli/start.mjs'`, 'nothing imports it'],
  ['lib/runs/a.ts', `import '@/lib/missing'`, 'which is no file'],
  ['lib/runs/a.ts', `const a = await import(\`@/lib/\${b}\`)`, 'imports something computed'],
  ['lib/kernel/a.ts', `import type { Db } from '@/lib/db'`, 'lib/kernel may not know lib/db'],
  ['lib/sandbox/a.ts', `import '@/lib/upstream'`, 'lib/sandbox may not know lib/upstream'],
  ['lib/upstream/a.ts', `import '@/lib/db'`, 'lib/upstream may not know lib/db'],
  ['lib/audit/a.ts', `export * from '@/lib/runs'`, 'lib/audit may not know lib/runs'],
  ['lib/alerts/a.ts', `import '@/lib/runtime'`, 'lib/alerts may not know lib/runtime'],
  ['lib/novelty/a.ts', `import '@/lib/kernel'`, 'no place in the layers'],
  ['components/a.tsx', `import { list } from '@/lib/runs'`, 'may import types alone'],
  ['components/a.tsx', `import type { A } from '@/lib/runs/index'\nimport '@/app/page'`, 'import app/'],
  ['components/a.tsx', `import { Bar } from 'recharts'`, 'only components/charts/ may import recharts'],
  ['components/a.tsx', `import { signIn } from 'next-auth/react'`, 'only app/_server/ may import next-auth'],
  ['components/a.tsx', `import type { A } from '@/lib/kernel/format'`, 'entered through its index'],
  [
    'app/a/page.tsx',
    `import { getServerSession } from 'next-auth'`,
    'only app/_server/ may import next-auth',
  ],
  ['app/a/page.tsx', `import '@/lib/sandbox/catalogue/names'`, 'lib/sandbox is entered through its index'],
  ['app/a/page.tsx', `import '../../lib/cli/start.mjs'`, 'nothing imports it'],
  ['instrumentation.ts', `import { plural } from './lib/kernel/format'`, 'entered through its index'],
]

describe('the check', () => {
  test('accepts a sound project', () => {
    expect(boundaryFaultsOf(new Map(Object.entries(SOUND)))).toEqual([])
  })

  test.each(planted)('finds in %s: %s', (path, source, fault) => {
    expect(faultsWith(path, source)).toContainEqual(expect.stringContaining(fault))
  })
})
