import { ensureBuild } from '@/lib/server/build/build.mjs'

/**
 * Begins the build that the chaos tests run on, so that it is made beside the tests that need none. Their set-up waits for
 * it (production-build.ts), and says why where it fails.
 */
export default function beginBuild(): () => Promise<void> {
  const made = ensureBuild().catch(() => undefined)
  return () => made
}
