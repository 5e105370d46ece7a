import { readFileSync } from 'node:fs'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'
import { UNBUNDLED } from './lib/server/build/bundle.mjs'
import { hashSources } from './lib/server/build/sources.mjs'

// Set on every answer, including redirects and static files. The content security policy needs a nonce: see proxy.ts.
const SECURITY_HEADERS = {
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Not bundled: bundling takes a quarter of the build's time and makes a start no faster. None of them uses React. */
const ON_THE_SERVER_ALONE = [
  '@prisma/adapter-better-sqlite3',
  '@prisma/adapter-pg',
  '@prisma/client',
  '@prisma/driver-adapter-utils',
  '@zxcvbn-ts/language-common',
  'croner',
  'cronstrue',
  'csv-stringify',
  'hyparquet-writer',
  'lossless-json',
  'lru-cache',
  'luxon',
  'nodemailer',
  'p-queue',
  'standardwebhooks',
  'undici',
  'uuid',
  'yazl',
  'zod',
]

/** @returns {import('next').NextConfig} */
const nextConfig = (phase) => ({
  ...(phase === PHASE_DEVELOPMENT_SERVER ? {} : fromSources(hashSources())),
  // For the image: the server with only what it needs of node_modules.
  ...(process.env.PURSER_IMAGE === 'true' ? { output: 'standalone' } : {}),
  env: { PURSER_VERSION: version },
  poweredByHeader: false,
  // The door compresses.
  compress: false,
  reactStrictMode: true,
  // `npm run types` checks them, so a start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Off, because development would print the arguments of actions, such as a pasted key.
  logging: { serverFunctions: false },
  // Loads each icon from its own file: scanning the list of six thousand takes a sixth of the build's time.
  modularizeImports: {
    '@tabler/icons-react': { transform: '@tabler/icons-react/dist/esm/icons/{{member}}.mjs' },
  },
  images: { unoptimized: true },
  experimental: {
    // Off, because a version is built once: a cache for the next build and maps that nothing reads take a third of its
    // time.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // Loads a page when it is first requested: loading all of them takes a third of a start.
    preloadEntriesOnStart: false,
  },
  serverExternalPackages: [...UNBUNDLED, ...ON_THE_SERVER_ALONE],
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
  ],
})

/**
 * Treats two builds of the same sources as one deployment. A tab of another deployment reloads fully on its next page.
 */
const fromSources = (hash) => ({ deploymentId: hash, generateBuildId: () => hash })

export default nextConfig
