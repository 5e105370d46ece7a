import 'server-only'
import { AppError } from '@/lib/kernel'

/** Returns the title of one thing's page, such as "Main · wallet"; for a missing thing, that of the not-found page. */
export async function titleOf(kind: string, readName: () => Promise<string>): Promise<string> {
  try {
    return `${await readName()} · ${kind}`
  } catch (error) {
    // Any other failure is reported by the page itself.
    if (error instanceof AppError && error.code === 'not_found') return 'Not found'
    return kind.slice(0, 1).toUpperCase() + kind.slice(1)
  }
}
