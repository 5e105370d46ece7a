import { isIP, isIPv6 } from 'node:net'
import { z } from 'zod'

const url = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that begins with http:// or https://',
  abort: true,
})
/** An address that consists of a host alone: a path would be missing from half of the links. */
const origin = url
  .refine(
    (value) => new URL(value).href === `${new URL(value).origin}/`,
    'must end with its host and port, such as https://purser.example.org: Purser has a host of its own and does not work below a path, and a query, fragment or user name has no place in it',
  )
  .transform((value) => new URL(value).origin)
/** Returns whether a URL's user name and password can be decoded; else each mail would fail. */
function hasReadableLogin(value: string): boolean {
  const { username, password } = new URL(value)
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

const text = z.string().min(1, 'must not be empty')

const schema = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must lie between 1 and 65535')
    .max(65535, 'must lie between 1 and 65535')
    .default(3000),
  HOST: z
    .string()
    .refine(
      (host) => host === 'localhost' || isIP(host) > 0,
      'must be an IP address, such as 127.0.0.1 or 0.0.0.0',
    )
    .default('127.0.0.1'),
  GATEWAY_PORT: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must lie between 1 and 65535')
    .max(65535, 'must lie between 1 and 65535')
    .optional(),
  GATEWAY_HOST: z
    .string()
    .refine(
      (host) => host === 'localhost' || isIP(host) > 0,
      'must be an IP address, such as 127.0.0.1 or 0.0.0.0',
    )
    .optional(),
  GATEWAY_URL: url
    .refine((value) => {
      const { search, hash, username, password } = new URL(value)
      return search + hash + username + password === ''
    }, 'must have no query, fragment or user name: services put their paths behind it')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  PURSER_DATA: text.default('./.purser'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql:// (leave it unset for SQLite)')
    .optional(),
  UPSTREAM_PROVIDER: text.optional(),
  UPSTREAM_BASE_URL: url.transform((value) => value.replace(/\/+$/, '')).optional(),
  PURSER_MASTER_KEY: text.optional(),
  PURSER_MASTER_KEY_FILE: text.optional(),
  PURSER_NEW_MASTER_KEY: text.optional(),
  PURSER_NEW_MASTER_KEY_FILE: text.optional(),
  PURSER_KEY_FILES: text.optional(),
  PURSER_PROVISION: text.optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  NEXTAUTH_URL: origin.optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      (list) => readRanges(list) !== null,
      'must be a list of IP addresses or ranges, such as 10.0.0.0/8,fd00::/8',
    )
    .transform((list) => readRanges(list)?.join(',') ?? '')
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://', abort: true })
    .refine(hasReadableLogin, 'must write a % in its user name or password as %25')
    .optional(),
  MAIL_FROM: text.optional(),
  PURSER_ALLOW_PRIVATE_ADDRESSES: z.enum(['true', 'false'], 'must be true or false').default('false'),
  PURSER_RUNS_PER_MEMBER: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .default(50),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      'must be trace, debug, info, warn, error or silent',
    )
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_SERVICE_NAME: text.optional(),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false'),
})

/** Names of all settings, in the order in which docs/run/settings.md lists them. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape)

/** Purser's settings, all read in this one place; see docs/run/settings.md. */
export type Env = z.output<typeof schema>

export interface EnvProblem {
  readonly problem: string
}

/**
 * Reads the settings from an environment. An empty value counts as unset. On a bad setting, returns one sentence that
 * names it.
 */
export function parseEnv(source: Record<string, string | undefined>): Env | EnvProblem {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success)
    return sharesPort(parsed.data)
      ? { problem: 'The setting GATEWAY_PORT must be another port than PORT.' }
      : parsed.data
  const issue = parsed.error.issues[0]
  return { problem: `The setting ${String(issue?.path[0])} ${issue?.message ?? 'is not valid'}.` }
}

const ALL_HOSTS = ['0.0.0.0', '::']

/** Returns whether the gateway's own port is the web's, at an address that both listen on. */
function sharesPort({ PORT, HOST, GATEWAY_PORT, GATEWAY_HOST = HOST }: Env): boolean {
  const hosts = [HOST, GATEWAY_HOST]
  return PORT === GATEWAY_PORT && (HOST === GATEWAY_HOST || hosts.some((host) => ALL_HOSTS.includes(host)))
}

/** Reads a list of IP addresses and ranges, each with its prefix length; null if one is neither. */
function readRanges(list: string): string[] | null {
  const ranges = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readRange)
  return ranges.every((range) => range !== null) ? ranges : null
}

function readRange(text: string): string | null {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  const max = family === 4 ? 32 : 128
  if (family === 0 || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return null
  const length = Number(bits ?? max)
  return length <= max ? `${address}/${length}` : null
}

/** Addresses that mean all addresses of the machine. */
const ALL_ADDRESSES = /^(0\.0\.0\.0|::)$/

/**
 * Returns where services reach the gateway's own port: as the settings say, or else at the address on which it
 * listens; if that is all of them, at the name by which this machine was reached. Null if it has no port of its own.
 */
export function resolveGatewayUrl(
  { GATEWAY_URL, GATEWAY_PORT, GATEWAY_HOST, HOST }: GatewaySettings,
  reachedAs: string,
): string | null {
  if (GATEWAY_URL !== undefined) return GATEWAY_URL
  if (GATEWAY_PORT === undefined) return null
  const host = GATEWAY_HOST ?? HOST
  const name = ALL_ADDRESSES.test(host) ? reachedAs : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${GATEWAY_PORT}`
}

export type GatewaySettings = Pick<Env, 'GATEWAY_URL' | 'GATEWAY_PORT' | 'GATEWAY_HOST' | 'HOST'>
