import { migrate } from '@/lib/platform/db'
import { startSandboxProcess } from '@/tests/support/server'
import { spawn } from 'node:child_process'
const folder = process.argv[2]!
const location = { engine: 'sqlite' as const, file: folder + '/p.db' }
await migrate(location, 'prisma')
const sandbox = await startSandboxProcess(folder + '/sb')
const t = performance.now()
const child = spawn(process.execPath, ['--max-old-space-size=256','--import','tsx','tests/chaos/faults-child.ts', JSON.stringify({ location, sandboxUrl: sandbox.baseUrl, controlUrl: sandbox.controlUrl, runs: 40 })], { stdio: ['ignore','inherit','pipe'] })
child.stderr.on('data', (d) => console.error(((performance.now()-t)/1000).toFixed(1), String(d).trim()))
await new Promise((r) => child.once('exit', r))
console.error('total', (performance.now()-t)/1000)
await sandbox.stop()
