import { readFile } from 'node:fs/promises'
import { AppError } from '@/lib/kernel'
import { type Contract, defaultContract, readContract } from '@/lib/upstream/client'

/** The deployment's contract: the defaults, overridden by the file that UPSTREAM_CONTRACT names. */
export async function readContractFile(file: string | undefined): Promise<Contract> {
  if (file === undefined) return defaultContract
  try {
    return readContract(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    const why = cause instanceof AppError ? cause.message : 'It cannot be read as JSON.'
    throw new AppError(
      'unavailable',
      `The contract file ${file} (UPSTREAM_CONTRACT) cannot be used. ${why}`,
      {},
      { cause },
    )
  }
}
