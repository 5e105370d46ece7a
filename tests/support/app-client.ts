import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({
  node: z.record(z.string(), z.object({ filename: z.string(), exportedName: z.string() })),
})

/** A server action as the build names it: `app/…/actions.ts#name`. */
export interface BuiltAction {
  readonly id: string
  readonly name: string
}

let known: readonly BuiltAction[] | undefined

/** Returns the server actions of the build, which is not rebuilt while tests run. */
export function builtActions(): readonly BuiltAction[] {
  known ??= readActions()
  return known
}

function readActions(): BuiltAction[] {
  const text = readFileSync('.next/server/server-reference-manifest.json', 'utf8')
  return Object.entries(manifest.parse(JSON.parse(text)).node).map(([id, { filename, exportedName }]) => ({
    id,
    name: `${filename}#${exportedName}`,
  }))
}

/** The answer of an action: see app/_server/action.ts. */
export interface ActionResult {
  readonly status: number
  readonly data?: unknown
  readonly serverError?: { readonly code: string; readonly message: string }
  readonly validationErrors?: unknown
}

/** A visitor of a running Purser over plain HTTP: signs in, opens pages, and calls actions as the browser would. */
export class AppClient {
  readonly #cookies: Map<string, string>
  readonly #actions = new Map(builtActions().map(({ id, name }) => [name, id]))

  /** Creates a visitor with these cookies, by name; none by default. */
  constructor(
    readonly baseUrl: string,
    cookies: Iterable<readonly [string, string]> = [],
  ) {
    this.#cookies = new Map(cookies)
  }

  /** Its cookies, by name. Another browser with them is in the same session. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    // Off, because compression costs more than the transfer between two processes of one machine.
    headers.set('accept-encoding', 'identity')
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(this.baseUrl + path, { redirect: 'manual', ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }

  async signIn(email: string, password: string): Promise<void> {
    const { csrfToken } = z
      .object({ csrfToken: z.string() })
      .parse(await (await this.fetch('/api/auth/csrf')).json())
    const body = new URLSearchParams({ csrfToken, email, password, json: 'true' })
    const answer = await this.fetch('/api/auth/callback/credentials', { method: 'POST', body })
    if (!answer.ok)
      throw new Error(`Signing in as ${email} was answered ${answer.status}: ${await answer.text()}`)
  }

  /** Calls the action `name` (file#export) with one input, from the page at `path`. */
  async act(name: string, input: unknown, path = '/sign-in'): Promise<ActionResult> {
    const id = this.#actions.get(name)
    if (!id) throw new Error(`The build has no action ${name}`)
    const answer = await this.fetch(path, {
      method: 'POST',
      headers: { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8', accept: 'text/x-component' },
      body: JSON.stringify([input]),
    })
    return { status: answer.status, ...resultIn(await answer.text()) }
  }
}

/** Returns the action's return value from React's stream: the row that row 0 names as `a`. */
function resultIn(stream: string): Omit<ActionResult, 'status'> {
  const rows = new Map(
    stream.split('\n').flatMap((line) => {
      const [, id, json] = /^([0-9a-f]+):([[{].*)$/.exec(line) ?? []
      return id && json ? [[id, json] as const] : []
    }),
  )
  const place = /"a":"\$@([0-9a-f]+)"/.exec(rows.get('0') ?? '')?.[1]
  const row = place && rows.get(place)
  return row ? z.looseObject({}).parse(JSON.parse(row)) : {}
}
