import { z } from 'zod'
import { AppError, foldText, invalid } from '@/lib/kernel'
import type { ProgramApi } from './api-client'

const page = z.object({
  data: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  next: z.string().nullable(),
})
/** A thing in a list of the API. */
export type ListedThing = z.output<typeof page>['data'][number]

/** Returns everything in a list of the API. */
export async function listAll(api: ProgramApi, path: string): Promise<ListedThing[]> {
  const all: ListedThing[] = []
  for (let after: string | undefined; ; ) {
    const { data, next } = page.parse(await api.get(path, { after }))
    all.push(...data)
    if (next === null) return all
    after = next
  }
}

/**
 * Returns the one thing of a list with this id or name; else with this name in other letter case or Unicode form.
 * Throws `invalid` if there is none, or if several have the name.
 */
export async function findByName(
  api: ProgramApi,
  path: string,
  what: string,
  text: string,
): Promise<ListedThing> {
  const all = await listAll(api, path)
  const exact = all.filter(({ id, name }) => id === text || name === text)
  const folded = foldText(text)
  const found = exact.length > 0 ? exact : all.filter(({ name }) => foldText(name) === folded)
  const [first] = found
  if (first && found.length === 1) return first
  if (first)
    throw invalid(`Several have the name “${text}”: ${found.map(({ id }) => id).join(', ')}. Give an id.`)
  throw invalid(
    `There is no ${what} “${text}”. There are: ${all.map(({ name }) => name).join(', ') || 'none'}.`,
  )
}

/** Returns the names of a list's things by id; an empty map if the token may not read them. */
export async function namesOf(api: ProgramApi, path: string): Promise<ReadonlyMap<string, string>> {
  try {
    return new Map((await listAll(api, path)).map(({ id, name }) => [id, name]))
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return new Map()
    throw error
  }
}
