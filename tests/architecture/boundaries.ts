import { engineRule } from './engines'
import { type Edge, importGraphOf } from './import-graph'
import type { SourceTree } from './source-tree'
import { isStorey, mayImport, roomOf, storeyOf } from './storeys'
import { wingRule } from './wings'

/** Returns what is wrong with an import, or nothing. */
type Rule = (edge: Edge) => string | null | false | undefined

const UI_PACKAGES = /^(next|next-auth|react|react-dom|server-only|@mantine\/.+)$/
/**
 * Everything that the kernel may import: it runs in browsers, where packages add weight and Node's modules are
 * missing.
 */
const KERNEL_PACKAGES = ['uuid']
const PRISMA_PACKAGES = /^(prisma|@prisma\/.+)$/
/** Tests, and the settings of their runners, may import anything. */
const TESTS = /^(tests\/|(vitest|playwright)\.config\.ts$)/
/** Settings of tools that run outside the app. What they share with the build is there. */
const TOOL_SETTINGS = /^(next\.config\.mjs|prisma\.config\.ts)$/
/** Writes migrations for developers with Prisma's schema engine, so it is not part of the running app. */
const MIGRATION_TOOL = 'lib/server/build/next-migration.ts'

/** Returns every import that crosses a boundary of docs/change/architecture.md, in one sentence each. */
export function boundaryFaultsOf(tree: SourceTree): string[] {
  const { edges, unknown } = importGraphOf(tree)
  const faults = edges
    .filter(({ from }) => !TESTS.test(from))
    .flatMap((edge) => RULES.map((rule) => rule(edge)).flatMap((what) => (what ? sentence(edge, what) : [])))
  // These programs start others, whose paths they must find.
  return [...faults, ...unknown.filter((text) => !PROGRAMS.some((room) => text.startsWith(`${room}/`)))]
}

const RULES: readonly Rule[] = [
  (edge) => inLib(edge.from) && UI_PACKAGES.test(edge.package ?? '') && 'lib/ knows no web framework',
  engineRule,
  kernelRule,
  (edge) =>
    (PRISMA_PACKAGES.test(edge.package ?? '') || edge.to?.startsWith('lib/platform/db/generated/')) &&
    edge.from.includes('/') &&
    !edge.from.startsWith('lib/platform/db/') &&
    edge.from !== MIGRATION_TOOL &&
    'only lib/platform/db/ may import Prisma',
  (edge) => edge.to?.startsWith('tests/') && isAppCode(edge.from) && 'tests/ is not part of the app',
  (edge) => isAppCode(edge.from) && edge.to && !edge.to.includes('/') && 'the root holds no code to import',
  (edge) =>
    edge.to?.startsWith('app/') &&
    (inLib(edge.from) || edge.from.startsWith('components/')) &&
    'only app/ and the root may import app/',
  (edge) => edge.to?.startsWith('components/') && inLib(edge.from) && 'lib/ knows no components',
  componentRule,
  roomRule,
  storeyRule,
  wingRule,
]

/** Components run in the browser: they take formatters from the kernel, and only types from the rest of lib/. */
function componentRule({ from, to = '', typeOnly }: Edge): string | false {
  const storey = storeyOf(to)
  if (!from.startsWith('components/') || !storey || storey === 'kernel' || typeOnly) return false
  return 'components/ may import types alone from lib/, save lib/kernel'
}

function kernelRule({ from, package: name }: Edge): string | false {
  if (storeyOf(from) !== 'kernel' || name === undefined || KERNEL_PACKAGES.includes(name)) return false
  return `lib/kernel runs in browsers: it imports no package but ${KERNEL_PACKAGES.join(', ')}`
}

function roomRule({ from, to = '', specifier }: Edge): string | false {
  if (!inLib(to)) return false
  const room = roomOf(to)
  if (!room) return 'lib/ holds storeys of rooms, and no file beside them'
  if (room === BUILD && isToolOfBuild(from)) return false
  if (room === roomOf(from)) return !specifier.startsWith('.') && 'inside its room, write ./'
  if (to !== `${room}/index.ts`) return `${room} is entered through its index`
  return inLib(from) && specifier.startsWith('.') && `write @/${room}`
}

function storeyRule({ from, to = '' }: Edge): string | false {
  const [importer, imported] = [storeyOf(from), storeyOf(to)]
  if (roomOf(to) === CLI && roomOf(from) !== CLI) return 'lib/server/cli holds commands: nothing imports it'
  if (roomOf(to) === BUILD && roomOf(from) !== BUILD && !isToolOfBuild(from))
    return 'lib/server/build makes Purser: only commands and the settings of tools import it'
  if (!imported || !importer) return false
  if (!isStorey(importer)) return `lib/${importer} is no storey (tests/architecture/storeys.ts)`
  return !mayImport(importer, imported) && `lib/${importer} may not know lib/${imported}`
}

const CLI = 'lib/server/cli'
const BUILD = 'lib/server/build'
/** The web process's entry starts Next; the other entries start the build. */
const PROGRAMS = [CLI, BUILD, 'lib/server/front']
/** The build runs before anything is compiled, so it has no index and each of its files is an entry. */
const isToolOfBuild = (path: string): boolean => roomOf(path) === CLI || TOOL_SETTINGS.test(path)
const inLib = (path: string): boolean => path.startsWith('lib/')
const isAppCode = (path: string): boolean => /^(app|components|lib)\//.test(path)
const sentence = ({ from, specifier }: Edge, what: string): string => `${from} imports ${specifier}: ${what}`
