import type { z } from 'zod'
import { invalid, removeByteOrderMark } from '@/lib/kernel'
import type { Endpoint } from './endpoint'
import { ENDPOINTS } from './endpoints'
import { createProblemError } from './problems'

/** The endpoint that an address leads to. */
export type FoundEndpoint =
  | { readonly endpoint: Endpoint; readonly ids: Readonly<Record<string, string>> }
  /** The address is known, but not with this method. */
  | { readonly endpoint: null; readonly methods: readonly string[] }

const STEP = /^\{(\w+)\}$/

/** Finds the endpoint of a path below /api/v1. Its ids are returned unchecked. Null if no endpoint has this path. */
export function findEndpoint(method: string, path: string): FoundEndpoint | null {
  const steps = path.split('/')
  const methods: string[] = []
  for (const endpoint of ENDPOINTS) {
    const ids = idsIn(endpoint.path.split('/'), steps)
    if (!ids) continue
    if (endpoint.method === method) return { endpoint, ids }
    methods.push(endpoint.method)
  }
  return methods.length === 0 ? null : { endpoint: null, methods }
}

function idsIn(pattern: readonly string[], steps: readonly string[]): Record<string, string> | null {
  if (pattern.length !== steps.length) return null
  const ids: Record<string, string> = {}
  for (const [index, step] of steps.entries()) {
    const [, name] = STEP.exec(pattern[index] ?? '') ?? []
    if (name !== undefined && step !== '') ids[name] = step
    else if (pattern[index] !== step) return null
  }
  return ids
}

const MAX_BYTES = 64 * 1024
const MAX_PARAMETERS = 50

/** Reads the parameters of a URL. Throws `invalid`, with a sentence, for unknown, repeated and wrong ones. */
export function readQuery(schema: z.ZodObject, given: URLSearchParams): Record<string, unknown> {
  const names = [...given.keys()]
  if (names.length > MAX_PARAMETERS) throw invalid('The address has too many parameters.')
  const doubled = names.find((name, index) => names.indexOf(name) !== index)
  if (doubled !== undefined)
    throw invalid('A parameter is given twice.', { [short(doubled)]: 'Give it once.' })
  return read(schema, Object.fromEntries(given), 'parameter')
}

/** Reads a JSON body. Throws `invalid`, and refuses a body that is not JSON or is too large. */
export async function readBody(schema: z.ZodObject, request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw createProblemError(
      'not_json',
      'Send the body as JSON, with the header content-type: application/json.',
    )
  const text = await readText(request)
  return read(schema, jsonOf(text), 'field')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(removeByteOrderMark(text))
  } catch {
    throw invalid('The body is not JSON.')
  }
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BYTES) throw createProblemError('too_large', `The body is larger than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function read(schema: z.ZodObject, given: unknown, what: 'parameter' | 'field'): Record<string, unknown> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const known = Object.keys(schema.shape)
  const fields: Record<string, string> = {}
  let unknown: string | undefined
  for (const issue of parsed.error.issues.slice(0, 20)) {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) unknown ??= issue.keys[0]
    else fields[short(issue.path.join('.'))] ??= issue.message
  }
  if (unknown === undefined) throw invalid(`A ${what} does not fit.`, fields)
  const takes = known.length === 0 ? `There are no ${what}s here.` : `There are: ${known.join(', ')}.`
  throw invalid(`There is no ${what} “${short(unknown)}”. ${takes}`, fields)
}

const short = (text: string): string => text.slice(0, 60).toWellFormed()
