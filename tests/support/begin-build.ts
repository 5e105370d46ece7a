import { ensureBuild } from '@/lib/server/build/build.mjs'

/**
 * Starts the build for the chaos tests in parallel with tests that need none. Their set-up waits for it
 * (production-build.ts) and reports why it failed.
 */
export default function beginBuild(): () => Promise<void> {
  const made = ensureBuild().catch(() => undefined)
  return () => made
}
