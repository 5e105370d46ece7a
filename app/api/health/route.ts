import { currentRuntime } from '@/lib/server/runtime'

export const dynamic = 'force-dynamic'

/**
 * Answers 200 while people can work here: the database accepts writes, the worker responds, and the schema matches
 * this version. Otherwise 503, with what fails. A restart may not help: for that see `live`.
 */
export async function GET(): Promise<Response> {
  const failed = await findFailed()
  return failed.length === 0
    ? Response.json({ status: 'ok' })
    : Response.json({ status: 'unavailable', failed }, { status: 503 })
}

async function findFailed(): Promise<readonly string[]> {
  try {
    return await currentRuntime().health.findFailed()
  } catch {
    return ['start']
  }
}
