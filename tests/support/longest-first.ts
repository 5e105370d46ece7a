import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A worker serves on only as long as the next file is of the same project: mixed, nearly each file would start a new one
 * and load all that it needs. What takes longest comes first, and what is quick fills up.
 */
const ORDER = ['chaos', 'contract', 'integration', 'unit', 'architecture']

/** The files that take longest or wait longest. A fresh clone knows no durations: by their sizes they would come last. */
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

/** One that is not named comes last: none is left out. */
const rankOf = ({ project }: TestSpecification): number => {
  const rank = ORDER.indexOf(project.name)
  return rank < 0 ? ORDER.length : rank
}

const isLong = ({ moduleId }: TestSpecification): boolean =>
  MAX_LENGTH.some((part) => moduleId.includes(part))

/** Of so many files begun one after another, one waits most of its time: the others use the processor meanwhile. */
const ONE_LONG_OF = 3

/** Long files from the beginning on, with others between them. */
function mixed(files: readonly TestSpecification[]): TestSpecification[] {
  const [long, others] = [files.filter(isLong), files.filter((file) => !isLong(file))]
  const begun = long.flatMap((file, place) => {
    const from = place * (ONE_LONG_OF - 1)
    return [file, ...others.slice(from, from + ONE_LONG_OF - 1)]
  })
  return [...begun, ...others.slice(long.length * (ONE_LONG_OF - 1))]
}

/** Files in the order that keeps the workers longest and leaves none of them alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...ORDER, ''].flatMap((_, rank) => mixed(sorted.filter((file) => rankOf(file) === rank)))
  }
}
