import { AppError } from '@/lib/kernel'

/** A position in the file, as the steps of a JSON pointer (RFC 6901). */
export type FilePlace = readonly (string | number)[]

const pointerOf = (place: FilePlace): string =>
  place.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A fault of the file and its position, as a sentence for the operator that holds nothing of the file's content. */
export class FileFault extends Error {
  constructor(
    readonly place: FilePlace,
    readonly why: string,
  ) {
    super(`${place.length === 0 ? '' : `${pointerOf(place)}: `}${why}`)
  }
}

/** Does what one position of the file asks for. An error names the position, or the field below it. */
export async function atPlace<T>(place: FilePlace, thing: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [field, sentence] = Object.entries(error.fields)[0] ?? []
    const hasField = field !== undefined && typeof thing === 'object' && thing !== null && field in thing
    throw new FileFault(hasField ? [...place, field] : place, sentence ?? error.message)
  }
}
