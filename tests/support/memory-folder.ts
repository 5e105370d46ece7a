import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const SHARED_MEMORY = '/dev/shm'
/** Containers often have 64 MB there, which the databases of a run may fill. */
const MIN_FREE_BYTES = 512 * 1024 ** 2

/**
 * Returns a folder for temporary files that need not reach a disk: shared memory if there is enough, else the usual
 * folder. A test of surviving a crash belongs on the disk.
 */
export function memoryFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(SHARED_MEMORY)
    return bavail * bsize >= MIN_FREE_BYTES ? SHARED_MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
