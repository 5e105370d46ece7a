// Bundles a TypeScript entry and its imports into one file, so that a start compiles nothing.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { UNBUNDLED } from './unbundled.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Bundles `entry`, a path from the project's root, into the file `outfile`. Rejects if esbuild finds an error. */
export async function bundle(entry, outfile, root = ROOT) {
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
