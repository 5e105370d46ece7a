// On every answer, redirects and static files too; the content security policy needs a nonce: see proxy.ts.
const SECURITY_HEADERS = {
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run types` checks them; whoever starts Purser need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Development would print what actions are called with, a pasted key among it.
  logging: { serverFunctions: false },
  images: { unoptimized: true },
  serverExternalPackages: ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino', 'piscina'],
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
  ],
}

export default nextConfig
