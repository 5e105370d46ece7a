import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Keeps files of one project together, because a worker only continues with a file of the same project: mixed, nearly
 * every file would start a new worker and reload everything. The longest files come first, and quick ones fill the
 * gaps.
 */
const ORDER = ['chaos', 'contract', 'integration', 'unit', 'architecture']

/** The files that run or wait longest. A fresh clone knows no durations and would sort them last by size. */
const MAX_LENGTH = [
  'chaos/faults-',
  'chaos/start.',
  'chaos/doors.',
  'chaos/kill.',
  'chaos/sign-ins.',
  'contract/upstream.',
  'integration/rights-end-meanwhile.',
  'integration/gateway.',
  'integration/budgets-lowered.',
  'integration/replace-key.',
  'integration/storage-trouble.',
  'integration/waiting-tries.',
  'integration/api-followed.',
  'integration/changed-meanwhile.',
  'integration/disabled-meanwhile.',
  'integration/keys-of-removed.',
  'integration/memories.',
  'integration/month.',
  'integration/months.',
  'integration/budgets-race.',
]

/** A file that is not named comes last, so that none is left out. */
const rankOf = ({ project }: TestSpecification): number => {
  const rank = ORDER.indexOf(project.name)
  return rank < 0 ? ORDER.length : rank
}

const isLong = ({ moduleId }: TestSpecification): boolean =>
  MAX_LENGTH.some((part) => moduleId.includes(part))

/** Of so many files started in a row, one waits most of its time, so the others use the processor meanwhile. */
const ONE_LONG_OF = 3

/** Long files from the start, with others between them. */
function mixed(files: readonly TestSpecification[]): TestSpecification[] {
  const [long, others] = [files.filter(isLong), files.filter((file) => !isLong(file))]
  const begun = long.flatMap((file, place) => {
    const from = place * (ONE_LONG_OF - 1)
    return [file, ...others.slice(from, from + ONE_LONG_OF - 1)]
  })
  return [...begun, ...others.slice(long.length * (ONE_LONG_OF - 1))]
}

/** Returns the files in the order that keeps the workers busy longest and leaves none of them alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...ORDER, ''].flatMap((_, rank) => mixed(sorted.filter((file) => rankOf(file) === rank)))
  }
}
