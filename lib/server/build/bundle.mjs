// Bundles a TypeScript entry and its imports into one file, so that a start compiles nothing.
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Packages that every bundle loads from node_modules, because they have a binary or start files of their own. */
export const UNBUNDLED = ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino', 'piscina']

/**
 * Bundles `entry`, a path from the project's root, into the file `outfile`. Rejects if esbuild finds an error.
 * @param {string} entry
 * @param {string} outfile
 */
export async function bundle(entry, outfile, root = ROOT) {
  // Loaded here, because a start that has its build needs none of it.
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Both engines' query compilers take nine megabytes, of which a start needs half.
    external: [...UNBUNDLED, 'pg-native', '@prisma/client/runtime/*.wasm-base64.mjs'],
    define: { 'process.env.NODE_ENV': '"production"' },
    // Packages in CommonJS call `require`.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    legalComments: 'none',
    logLevel: 'warning',
  })
}
