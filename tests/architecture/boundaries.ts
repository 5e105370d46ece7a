import { type Edge, importGraphOf } from './import-graph'
import { isLayer, mayImport } from './layers'
import type { SourceTree } from './source-tree'

/** Says what is wrong with an import, or nothing. */
type Rule = (edge: Edge) => string | null | false | undefined

const UI_PACKAGES = /^(next|next-auth|react|react-dom|server-only|@mantine\/.+)$/
const PRISMA_PACKAGES = /^(prisma|@prisma\/.+)$/
/** Tests, and their runners' settings, may import anything. */
const TESTS = /^(tests\/|(vitest|playwright)\.config\.ts$)/
/** Writes migrations for developers, with Prisma's schema engine: no part of the running app. */
const MIGRATION_TOOL = 'lib/cli/migration.ts'

/** Every import that crosses a boundary of design.md ("Who imports whom"), one sentence each. */
export function boundaryFaultsOf(tree: SourceTree): string[] {
  const { edges, unknown } = importGraphOf(tree)
  const faults = edges
    .filter(({ from }) => !TESTS.test(from))
    .flatMap((edge) => RULES.map((rule) => rule(edge)).flatMap((what) => (what ? sentence(edge, what) : [])))
  // The command-line tools start programs whose place they have to look up.
  return [...faults, ...unknown.filter((text) => !text.startsWith('lib/cli/'))]
}

const RULES: readonly Rule[] = [
  (edge) => inLib(edge.from) && UI_PACKAGES.test(edge.package ?? '') && 'lib/ knows no web framework',
  (edge) =>
    edge.package === 'next-auth' &&
    !edge.from.startsWith('app/_server/') &&
    'only app/_server/ may import next-auth',
  (edge) =>
    edge.package === 'recharts' &&
    !edge.from.startsWith('components/charts/') &&
    'only components/charts/ may import recharts',
  (edge) =>
    (PRISMA_PACKAGES.test(edge.package ?? '') || edge.to?.startsWith('lib/db/generated/')) &&
    edge.from.includes('/') &&
    !edge.from.startsWith('lib/db/') &&
    edge.from !== MIGRATION_TOOL &&
    'only lib/db/ may import Prisma',
  (edge) => edge.to?.startsWith('tests/') && isAppCode(edge.from) && 'tests/ is not part of the app',
  (edge) => isAppCode(edge.from) && edge.to && !edge.to.includes('/') && 'the root holds no code to import',
  (edge) =>
    edge.to?.startsWith('app/') &&
    (inLib(edge.from) || edge.from.startsWith('components/')) &&
    'only app/ and the root may import app/',
  (edge) => edge.to?.startsWith('components/') && inLib(edge.from) && 'lib/ knows no components',
  componentRule,
  libEntranceRule,
  layerRule,
]

/** Components run in the browser: they take formatters from the kernel, and from the rest of lib/ no more than types. */
function componentRule({ from, to = '', typeOnly }: Edge): string | false {
  const folder = libFolderOf(to)
  if (!from.startsWith('components/') || !folder || folder === 'kernel' || typeOnly) return false
  return 'components/ may import types alone from lib/, save lib/kernel'
}

function libEntranceRule({ from, to = '', specifier }: Edge): string | false {
  const folder = libFolderOf(to)
  if (!folder) return false
  if (folder === libFolderOf(from)) return !specifier.startsWith('.') && 'inside its folder, write ./'
  if (to !== `lib/${folder}/index.ts`) return `lib/${folder} is entered through its index`
  return inLib(from) && specifier.startsWith('.') && `write @/lib/${folder}`
}

function layerRule({ from, to = '' }: Edge): string | false {
  const [importer, imported] = [libFolderOf(from), libFolderOf(to)]
  if (!imported || importer === imported) return false
  if (imported === 'cli') return 'lib/cli holds programs: nothing imports it'
  if (!importer) return false
  if (!isLayer(importer))
    return `lib/${importer} has no place in the layers yet (tests/architecture/layers.ts)`
  return !mayImport(importer, imported) && `lib/${importer} may not know lib/${imported}`
}

const inLib = (path: string): boolean => path.startsWith('lib/')
const isAppCode = (path: string): boolean => /^(app|components|lib)\//.test(path)
const libFolderOf = (path: string): string | undefined => /^lib\/([^/]+)\//.exec(path)?.[1]
const sentence = ({ from, specifier }: Edge, what: string): string => `${from} imports ${specifier}: ${what}`
