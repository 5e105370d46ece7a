/** @type {import('next').NextConfig} */
const nextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ['better-sqlite3', '@node-rs/argon2', 'pg', 'pino'],
}

export default nextConfig
