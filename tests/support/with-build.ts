import { beforeAll } from 'vitest'
import ensureProductionBuild from './production-build'

/** Longer than a build takes, which was started before the first test. */
const BUILD_MS = 300_000

beforeAll(() => ensureProductionBuild(), BUILD_MS)
