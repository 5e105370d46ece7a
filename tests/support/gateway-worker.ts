/** A worker alone, with the gateway on its own port: an instance without its web process. */
import { createWorkerRuntime, readEnv } from '@/lib/server/runtime'

const runtime = await createWorkerRuntime(readEnv(process.env))
process.once('SIGTERM', () => void runtime.close().then(() => process.exit(0)))
