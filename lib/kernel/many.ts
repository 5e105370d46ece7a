import { AppError } from './errors'

/** Maximum number of things that one request changes. */
export const MAX_AT_ONCE = 100

/** The result of a change of many things, each on its own. */
export interface ManyChanged {
  /** Ids of those that are different now. */
  readonly changed: readonly string[]
  readonly refused: readonly { readonly id: string; readonly message: string }[]
  /** Value that the changed ones got, if taking the change back compares it: what others changed since stays. */
  readonly given?: string
  /** Former value of each changed one, by its id, if taking the change back needs it. */
  readonly former?: Readonly<Record<string, string>>
}

/**
 * Changes things one after another, each on its own: one that is refused stops no other. `change` returns false for
 * one that already was as wished. Throws the first refusal if there is nothing but refusals.
 */
export async function changeEach(
  ids: readonly string[],
  change: (id: string) => Promise<unknown>,
): Promise<ManyChanged> {
  const [changed, refused]: [string[], { id: string; message: string }[]] = [[], []]
  let first: AppError | undefined
  for (const id of new Set(ids)) {
    try {
      if ((await change(id)) !== false) changed.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      first ??= error
      refused.push({ id, message: [error.message, ...Object.values(error.fields)].join(' ') })
    }
  }
  if (first && refused.length === new Set(ids).size) throw first
  return { changed, refused }
}
