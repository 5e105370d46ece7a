/** Another process that holds a data folder; see data-folder.test.ts. */
import { lockDataFolder } from '@/lib/server/runtime/data-folder'

if (process.send) {
  lockDataFolder(process.argv[2] ?? '').then(
    () => process.send?.('held'),
    (error: unknown) => process.send?.(String(error)),
  )
  // The link to the test keeps it alive.
  process.on('message', () => undefined)
}
