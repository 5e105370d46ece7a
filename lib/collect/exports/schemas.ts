import { z } from 'zod'
import { viewInput } from '@/lib/collect/items'
import { EXPORT_FORMAT_NAMES } from '@/lib/kernel'

/** Input of an export: the run, the view of its items, and the file format. */
export const exportInput = viewInput.extend({ runId: z.uuid(), format: z.enum(EXPORT_FORMAT_NAMES) })
export type ExportInput = z.output<typeof exportInput>

/** A file that is written as it is read, so that its items are never all in memory. */
export interface ExportFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string | Uint8Array>
}
