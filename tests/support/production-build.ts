import { ensureBuild } from '@/lib/server/build/build.mjs'

/** Runs end-to-end tests on what users run: builds if no build matches the sources. */
export default function ensureProductionBuild(): Promise<void> {
  return ensureBuild()
}
