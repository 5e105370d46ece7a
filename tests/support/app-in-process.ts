import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { z } from 'zod'
import { SESSION_COOKIE } from '@/app/_server/session-token'
import type { Db, DbLocation, TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import { createWebRuntime, readEnv, setCurrentRuntime, type WebRuntime } from '@/lib/server/runtime'
import { ACTIONS, ROUTES } from './access-table'
import { memoryFolder } from './memory-folder'

/** Who is signed in: next-auth is told so, and all else is the app's own. */
type Person = { readonly id: string; readonly name: string; readonly email: string; readonly sid: string }

/** What an action answered: see app/_server/action.ts. */
export interface InProcessAnswer {
  readonly data?: unknown
  readonly serverError?: {
    readonly code: string
    readonly message: string
    readonly fields: Readonly<Record<string, string>>
  }
  readonly validationErrors?: unknown
}

/** The app's actions and routes in this process, on a database of a test's own and the built-in sandbox. */
export interface InProcessApp {
  readonly db: Db
  readonly runtime: WebRuntime
  /** From now on this member is signed in; null: nobody. */
  signIn(ctx: TeamCtx | null): void
  act(name: string, input: unknown): Promise<InProcessAnswer>
  /** What the action's input must fit, with the team's slug. */
  schemaOf(name: string): z.ZodType
  /** `signal`: aborted when the client leaves. */
  get(file: string, path: string, signal?: AbortSignal): Promise<Response>
  /** Asks the API: `path` below /api/v1. */
  api(method: string, path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

type Action = (input: unknown) => Promise<InProcessAnswer>
type ApiRoute = Readonly<Record<string, (request: Request) => Promise<Response>>>
type Route = {
  GET?: (request: unknown, context: { params: Promise<Record<string, string>> }) => Promise<Response>
}

/** The app's modules. */
interface LoadedApp {
  readonly actions: ReadonlyMap<string, Action>
  readonly routes: ReadonlyMap<string, Route>
  readonly api: ReadonlyMap<string, (request: Request) => Promise<Response>>
  readonly schemas: WeakMap<object, z.ZodType>
  readonly NextRequest: typeof import('next/server').NextRequest
  /** Who is signed in. */
  readonly seat: { person: Person | null }
}

/** What the app imports, with next-auth and next-safe-action listened to. */
function mock({ seat, schemas }: Pick<LoadedApp, 'seat' | 'schemas'>): void {
  vi.doMock('next-auth', () => ({
    default: () => () => Promise.resolve(new Response(null, { status: 404 })),
  }))
  vi.stubEnv('NEXTAUTH_SECRET', 'with which no token is opened here')
  const token = () => Promise.resolve(seat.person && { sid: seat.person.sid, sub: seat.person.id })
  vi.doMock('next-auth/jwt', () => ({ getToken: token, decode: token }))
  // Outside of a request of Next there are no headers: everybody comes from this machine, with a session's cookie at most.
  vi.doMock('next/headers', () => ({
    headers: () => Promise.resolve(new Headers({ 'x-purser-source': '127.0.0.1', 'x-purser-local': 'yes' })),
    cookies: () =>
      Promise.resolve({
        get: (name: string) =>
          name === SESSION_COOKIE && seat.person ? { value: 'opened above' } : undefined,
        ...{ getAll: () => [], set: () => undefined },
      }),
  }))
  vi.doMock('next-safe-action', async (original) => {
    const real = await original<typeof import('next-safe-action')>()
    return {
      ...real,
      createSafeActionClient: (options: never) =>
        listening(real.createSafeActionClient(options), null, schemas),
    }
  })
}

/** Loads all modules once more. Seconds of work: the files of a worker share what the first of them has loaded. */
async function loadApp(): Promise<LoadedApp> {
  const parts = { seat: { person: null }, schemas: new WeakMap<object, z.ZodType>() }
  vi.resetModules()
  mock(parts)
  const actions = new Map<string, Action>()
  for (const name of Object.keys(ACTIONS)) {
    const [file = '', exported = ''] = name.split('#')
    const action = (await load<Record<string, Action>>(file))[exported]
    if (action) actions.set(name, action)
  }
  const routes = new Map<string, Route>()
  for (const file of Object.keys(ROUTES)) routes.set(file, await load<Route>(file))
  const api = new Map(Object.entries(await load<ApiRoute>('app/api/v1/[[...path]]/route.ts')))
  const { NextRequest } = await import('next/server')
  return { ...parts, actions, routes, api, NextRequest }
}

/** Opens the app, with nobody signed in. */
export async function openApp(location: DbLocation): Promise<InProcessApp> {
  const app = await processSingleton('app-in-process', loadApp)
  mock(app)
  const folder =
    location.engine === 'sqlite'
      ? dirname(location.file)
      : await mkdtemp(join(memoryFolder(), 'purser-in-process-'))
  const runtime = await createWebRuntime(
    readEnv({
      PURSER_DATA: folder,
      DATABASE_URL: location.engine === 'sqlite' ? '' : location.url,
      LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent',
      PURSER_RUNS_PER_MEMBER: '1000000',
    }),
  )
  setCurrentRuntime(runtime)
  const { actions, routes, api, schemas, seat, NextRequest } = app
  const find = <T>(all: ReadonlyMap<string, T>, name: string): T => {
    const found = all.get(name)
    if (found === undefined) throw new Error(`There is no ${name}`)
    return found
  }
  return {
    db: runtime.db,
    runtime,
    signIn(ctx) {
      seat.person = ctx && { id: ctx.actor.userId, name: ctx.actor.name, email: '', sid: ctx.actor.sid }
    },
    act: (name, input) => find(actions, name)(input),
    schemaOf: (name) => schemas.get(find(actions, name)) ?? z.unknown(),
    get(file, path, signal) {
      const request = new NextRequest(`http://localhost:3000${path}`, { ...(signal && { signal }) })
      const id = /^\/api\/(?:events\/)?\w+\/([^/?]*)/.exec(path)?.[1] ?? ''
      const handler = find(routes, file).GET
      if (!handler) throw new Error(`${file} answers no GET`)
      return handler(request, { params: Promise.resolve({ id: decodeURIComponent(id) }) })
    },
    api(method, path, init = {}) {
      const request = new Request(`http://localhost:3000/api/v1${path}`, { ...init, method })
      return find(api, method)(request)
    },
    async close() {
      vi.unstubAllEnvs()
      await runtime.close()
      if (location.engine === 'postgres') await rm(folder, { recursive: true, force: true })
      vi.doUnmock('next-auth')
      vi.doUnmock('next-auth/jwt')
      vi.doUnmock('next/headers')
      vi.doUnmock('next-safe-action')
      seat.person = null
    },
  }
}

declare global {
  interface ImportMeta {
    /** Of Vite, which runs the tests: functions that load the files that fit. */
    glob(patterns: readonly string[]): Readonly<Record<string, () => Promise<unknown>>>
  }
}

/** Every file of actions and routes, by its path from the root of the project. */
const FILES = import.meta.glob(['/app/**/actions.ts', '/app/**/route.ts'])

/** A module by its path from the project's root; its type is what the caller knows of it. */
async function load<Module>(file: string): Promise<Module> {
  const open = FILES[`/${file}`]
  if (!open) throw new Error(`There is no ${file}`)
  return (await open()) as Module
}

/** A client of next-safe-action that remembers which schema each action was made with. */
function listening<Client extends object>(
  client: Client,
  schema: z.ZodType | null,
  schemas: LoadedApp['schemas'],
): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given)
        if (name === 'action') {
          if (schema !== null && typeof result === 'function') schemas.set(result, schema)
          return result
        }
        const [first] = given
        const next = name === 'inputSchema' && first instanceof z.ZodType ? first : schema
        return typeof result === 'object' && result !== null ? listening(result, next, schemas) : result
      }
    },
  })
}
