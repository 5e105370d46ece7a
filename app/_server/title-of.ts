import 'server-only'
import { AppError } from '@/lib/kernel'

/** The title of one thing's page, such as "Main · wallet"; of one that is not there, that of the page which says so. */
export async function titleOf(kind: string, readName: () => Promise<string>): Promise<string> {
  try {
    return `${await readName()} · ${kind}`
  } catch (error) {
    // Whatever else went wrong, the page itself tells.
    if (error instanceof AppError && error.code === 'not_found') return 'Not found'
    return kind.slice(0, 1).toUpperCase() + kind.slice(1)
  }
}
