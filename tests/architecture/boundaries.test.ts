import { describe, expect, test } from 'vitest'
import { boundaryFaultsOf } from './boundaries'
import { readSourceTree } from './source-tree'

test('every import of the project respects the boundaries', () => {
  expect(boundaryFaultsOf(readSourceTree())).toEqual([])
})

/** A small project that respects every boundary; a test adds one file to it. */
const SOUND: Readonly<Record<string, string>> = {
  'lib/kernel/index.ts': `export * from './format'`,
  'lib/kernel/format.ts': `import { v7 } from 'uuid'\nexport const plural = 1`,
  'lib/platform/db/index.ts': `import { plural } from '@/lib/kernel'\nexport { Db } from './generated/sqlite/client'`,
  'lib/platform/audit/index.ts': `import { Db } from '@/lib/platform/db'\nimport { join } from 'node:path'`,
  'lib/sandbox/index.ts': `export * from './catalogue/names'`,
  'lib/sandbox/catalogue/names.ts': `import { plural } from '@/lib/kernel'`,
  'lib/collect/runs/index.ts': `import '@/lib/platform/audit'\nimport '@/lib/upstream/client'`,
  'lib/collect/runs/core/store.ts': `import '@/lib/kernel'`,
  'lib/collect/runs/purchase/purchase-writer.ts': `import type { Run } from '../core/store'`,
  'lib/collect/runs/read/list.ts': `import '../core/store'\nimport '@/lib/collect/items'`,
  'lib/collect/runs/loop/advance.ts': `import '../purchase/purchase-writer'\nimport '../core/store'\nimport './step'`,
  'lib/collect/runs/loop/step.ts': `import '@/lib/kernel'`,
  'lib/collect/runs/provider-test/probe.ts': `import '../purchase/purchase-writer'`,
  'lib/collect/items/index.ts': `import '@/lib/kernel'`,
  'lib/upstream/client/index.ts': `import '@/lib/kernel'`,
  'lib/money/ledger/index.ts': `import '@/lib/platform/db'`,
  'lib/server/runtime/index.ts': `import '@/lib/collect/runs'\nimport '@/lib/alerts/alerts'`,
  'lib/alerts/alerts/index.ts': `import '@/lib/collect/runs'`,
  'lib/alerts/channels/index.ts': `import { request } from 'undici'`,
  'lib/platform/calendar/index.ts': `import { DateTime } from 'luxon'`,
  'lib/server/cli/start.mjs': `import '@/lib/server/runtime'\nimport '../build/build.mjs'\nawait import(process.argv[2])`,
  'lib/server/build/build.mjs': `import './sources.mjs'`,
  'lib/server/build/sources.mjs': `import 'node:fs'`,
  'components/charts/bar.tsx': `import { Bar } from 'recharts'\nimport { Box } from '@mantine/core'`,
  'components/runs/list.tsx': `import type { Run } from '@/lib/collect/runs'\nimport { plural } from '@/lib/kernel'`,
  'app/_server/auth.ts': `import NextAuth from 'next-auth'\nimport '@/lib/server/runtime'`,
  'app/page.tsx': `import '@/components/runs/list'\nimport './_server/auth'`,
  'proxy.ts': `import './app/_server/auth'`,
  'prisma.config.ts': `import { defineConfig } from 'prisma/config'`,
  'next.config.mjs': `import './lib/server/build/build.mjs'`,
  'playwright.config.ts': `import './lib/server/build/build.mjs'`,
  'tests/unit/a.test.ts': `import '@/lib/kernel/format'\nimport 'react'\nimport '@/lib/collect/runs'`,
}

const faultsWith = (path: string, source: string): string[] =>
  boundaryFaultsOf(new Map(Object.entries({ ...SOUND, [path]: source })))

const planted: readonly [file: string, source: string, fault: string][] = [
  ['lib/collect/runs/a.ts', `import { headers } from 'next/headers'`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `import type { ReactNode } from 'react'`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `import 'server-only'`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `import { Box } from '@mantine/core'`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `export * from 'react-dom/server'`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `const a = await import('next-auth/jwt')`, 'knows no web framework'],
  ['lib/collect/runs/a.ts', `import '@/components/charts/bar'`, 'knows no components'],
  ['lib/collect/runs/a.ts', `import '@/app/page'`, 'only app/ and the root may import app/'],
  ['lib/collect/runs/a.ts', `import '@/tests/unit/a.test'`, 'not part of the app'],
  ['lib/collect/runs/a.ts', `import '../../../proxy'`, 'the root holds no code to import'],
  ['lib/collect/runs/a.ts', `import '@prisma/client'`, 'only lib/platform/db/ may import Prisma'],
  [
    'lib/collect/runs/a.ts',
    `import '@/lib/platform/db/generated/sqlite/client'`,
    'only lib/platform/db/ may import Prisma',
  ],
  ['lib/collect/runs/a.ts', `import '@/lib/kernel/format'`, 'lib/kernel is entered through its index'],
  ['lib/collect/runs/a.ts', `import '../../kernel'`, 'write @/lib/kernel'],
  ['lib/collect/runs/a.ts', `import '@/lib/collect/runs'`, 'inside its room, write ./'],
  ['lib/collect/runs/a.ts', `import '@/lib/server/cli/start.mjs'`, 'nothing imports it'],
  ['lib/server/runtime/a.ts', `import '@/lib/server/build/build.mjs'`, 'lib/server/build makes Purser'],
  ['next.config.mjs', `import './lib/server/cli/start.mjs'`, 'nothing imports it'],
  ['lib/collect/runs/a.ts', `import '@/lib/missing'`, 'which is no file'],
  ['lib/collect/runs/a.ts', `const a = await import(\`@/lib/\${b}\`)`, 'imports something computed'],
  ['lib/kernel/a.ts', `import type { Db } from '@/lib/platform/db'`, 'lib/kernel may not know lib/platform'],
  ['lib/sandbox/a.ts', `import '@/lib/upstream/client'`, 'lib/sandbox may not know lib/upstream'],
  ['lib/upstream/client/a.ts', `import '@/lib/money/ledger'`, 'lib/upstream may not know lib/money'],
  ['lib/platform/audit/a.ts', `export * from '@/lib/collect/runs'`, 'lib/platform may not know lib/collect'],
  ['lib/alerts/alerts/a.ts', `import '@/lib/server/runtime'`, 'lib/alerts may not know lib/server'],
  ['lib/novelty/room/a.ts', `import '@/lib/kernel'`, 'no storey'],
  [
    'lib/collect/runs/core/a.ts',
    `import type { B } from '../purchase/purchase-writer'`,
    'core may not know purchase',
  ],
  ['lib/collect/runs/purchase/a.ts', `import '../loop/step'`, 'purchase may not know loop'],
  [
    'lib/collect/runs/purchase/a.ts',
    `import '../provider-test/probe'`,
    'purchase may not know provider-test',
  ],
  ['lib/collect/runs/read/a.ts', `import '../purchase/purchase-writer'`, 'read may not know purchase'],
  ['lib/collect/runs/loop/a.ts', `import '../read/list'`, 'loop may not know read'],
  ['lib/collect/runs/loop/a.ts', `import '../index'`, 'what stands over all wings'],
  ['lib/collect/runs/novelty/a.ts', `import '../core/store'`, 'lib/collect/runs/novelty is no wing'],
  ['components/a.tsx', `import { list } from '@/lib/collect/runs'`, 'may import types alone'],
  [
    'components/a.tsx',
    `import type { A } from '@/lib/collect/runs/index'\nimport '@/app/page'`,
    'import app/',
  ],
  ['components/a.tsx', `import { Bar } from 'recharts'`, 'only components/charts may import recharts'],
  ['components/a.tsx', `import { signIn } from 'next-auth/react'`, 'only app/_server may import next-auth'],
  ['components/a.tsx', `import type { A } from '@/lib/kernel/format'`, 'entered through its index'],
  ['lib/money/ledger/a.ts', `import type { DateTime } from 'luxon'`, 'only lib/platform/calendar'],
  ['lib/platform/calendars/a.ts', `import { DateTime } from 'luxon'`, 'only lib/platform/calendar'],
  [
    'app/a/route.ts',
    `import { request } from 'undici'`,
    'only lib/upstream/client and lib/alerts/channels may',
  ],
  ['lib/alerts/alerts/a.ts', `import { request } from 'undici'`, 'only lib/upstream/client and lib/alerts'],
  ['lib/platform/vault/a.ts', `import { EncryptJWT } from 'jose'`, 'only lib/collect/runs may import jose'],
  ['lib/server/jobs/a.ts', `import { Cron } from 'croner'`, 'only lib/collect/schedules may import croner'],
  ['lib/kernel/a.ts', `import { randomUUID } from 'node:crypto'`, 'lib/kernel runs in browsers'],
  ['lib/kernel/a.ts', `import { readFileSync } from 'fs'`, 'lib/kernel runs in browsers'],
  ['lib/kernel/a.ts', `import { z } from 'zod'`, 'lib/kernel runs in browsers'],
  ['app/a/page.tsx', `import { getServerSession } from 'next-auth'`, 'only app/_server may import next-auth'],
  ['app/a/page.tsx', `import '@/lib/sandbox/catalogue/names'`, 'lib/sandbox is entered through its index'],
  ['app/a/page.tsx', `import '../../lib/server/cli/start.mjs'`, 'nothing imports it'],
  ['proxy.ts', `import './lib/server/cli/start.mjs'`, 'nothing imports it'],
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
