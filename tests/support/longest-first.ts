import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A worker serves on only as long as the next file is of the same project: mixed, nearly each file would start a new one
 * and load all that it needs. What takes longest comes first, and what is quick fills up.
 */
const ORDER = ['chaos', 'contract', 'integration', 'unit', 'architecture']

/** The files that take longest or wait longest. A fresh clone knows no durations: by their sizes they would come last. */
const LONGEST = [
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
  'integration/month.',
  'integration/months.',
  'integration/budgets-race.',
]

const rankOf = ({ moduleId, project }: TestSpecification): number =>
  2 * ORDER.indexOf(project.name) + (LONGEST.some((part) => moduleId.includes(part)) ? 0 : 1)

/** Files in the order that keeps the workers longest and leaves none of them alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rankOf(one) - rankOf(other))
  }
}
