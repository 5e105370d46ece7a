import { AppError } from '@/lib/kernel'
import { processWide } from '@/lib/platform/process'

/** Maximum number of exports a person: each holds pages in memory while its file is written. */
const MAX_A_PERSON = 4

/** The exports under way in the process, by person. */
export interface OpenExports {
  /** Takes a slot and returns the function that frees it. Throws `rate_limited` if the person has none left. */
  take(userId: string): () => void
}

export function createOpenExports(most = MAX_A_PERSON): OpenExports {
  const open = new Map<string, number>()
  return {
    take(userId) {
      const own = open.get(userId) ?? 0
      if (own >= most)
        throw new AppError('rate_limited', `You have ${own} exports under way. Wait until one has ended.`)
      open.set(userId, own + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      }
    },
  }
}

/** Returns the exports of this process. */
export const openExports = (): OpenExports => processWide('open-exports', createOpenExports)
