import { readFileSync } from 'node:fs'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'
import { UNBUNDLED } from './lib/server/build/bundle.mjs'
import { hashSources } from './lib/server/build/sources.mjs'

// On every answer, redirects and static files too; the content security policy needs a nonce: see proxy.ts.
const SECURITY_HEADERS = {
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))

/** Bundling them would take a quarter of the build's time, and a start would be no faster. None of them knows React. */
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
  // For the image: the server with what it needs of node_modules, and nothing else.
  ...(process.env.PURSER_IMAGE === 'true' ? { output: 'standalone' } : {}),
  env: { PURSER_VERSION: version },
  poweredByHeader: false,
  // The door does.
  compress: false,
  reactStrictMode: true,
  // `npm run types` checks them; whoever starts Purser need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Development would print what actions are called with, a pasted key among it.
  logging: { serverFunctions: false },
  // Each icon from its own file: to go through the list of six thousand takes a sixth of the build's time.
  modularizeImports: {
    '@tabler/icons-react': { transform: '@tabler/icons-react/dist/esm/icons/{{member}}.mjs' },
  },
  images: { unoptimized: true },
  experimental: {
    // A build is made once for a version: a cache for the next one, and maps that nothing reads, would take a third of its time.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // A page is loaded when it is first asked for: all of them at once would take a third of a start.
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

/** Two builds of the same sources are one deployment; a tab of another one loads its next page as a whole. */
const fromSources = (hash) => ({ deploymentId: hash, generateBuildId: () => hash })

export default nextConfig
