import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { readServiceActivity, runRoute, teamContext } from '@/app/_server'
import { notFound } from '@/lib/kernel'
import { listServiceNames } from '@/lib/keys/services'

export const dynamic = 'force-dynamic'

interface LiveContext {
  readonly params: Promise<{ id: string }>
}

/** Returns the present activity at the gateway of a service of the team `?team=`, as JSON. */
export function GET(request: NextRequest, { params }: LiveContext): Promise<Response> {
  return runRoute(async () => {
    const ctx = await teamContext(request.nextUrl.searchParams.get('team') ?? '')
    const { data: serviceId } = z.uuid().safeParse((await params).id)
    if (!serviceId) throw notFound('The service')
    // A page may poll once more after its service was deleted.
    if (!(await listServiceNames(ctx, [serviceId])).has(serviceId)) throw notFound('The service')
    return Response.json(await readServiceActivity(ctx, serviceId), {
      headers: { 'cache-control': 'no-store' },
    })
  })
}
