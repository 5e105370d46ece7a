import { ensureBuild } from '@/lib/server/build/build.mjs'

/** Tests of the whole run on what users run: makes the build where none fits the sources. */
export default function ensureProductionBuild(): Promise<void> {
  return ensureBuild()
}
