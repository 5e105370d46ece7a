import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import type { ExportFacts, ExportItem } from './columns'

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number]

/** Number of items, or of characters, that are encoded and written together. */
const GROUP = { items: 1000, characters: 4_000_000 } as const

const text = (name: string, repetition: 'REQUIRED' | 'OPTIONAL'): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
  repetition_type: repetition,
})

/** An item with the JSON text that the upstream sent. */
interface Packed {
  readonly item: ExportItem
  readonly raw: string | null
}

interface Column {
  readonly schema: SchemaElement
  read(packed: Packed): string | boolean | Date | null
}

const COLUMNS: readonly Column[] = [
  { schema: text('id', 'REQUIRED'), read: ({ item }) => item.id },
  {
    schema: {
      name: 'time_utc',
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      repetition_type: 'OPTIONAL',
    },
    read: ({ item }) => timeOf(item.createdAt),
  },
  { schema: text('author_id', 'OPTIONAL'), read: ({ item }) => item.author.id },
  { schema: text('author_handle', 'OPTIONAL'), read: ({ item }) => item.author.handle },
  { schema: text('author_name', 'OPTIONAL'), read: ({ item }) => item.author.name },
  { schema: text('text', 'REQUIRED'), read: ({ item }) => item.text },
  { schema: text('link', 'OPTIONAL'), read: ({ item }) => item.link },
  {
    schema: { name: 'new', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
    read: ({ item }) => item.isNew,
  },
  {
    schema: { name: 'starred', type: 'BOOLEAN', repetition_type: 'REQUIRED' },
    read: ({ item }) => item.isStarred,
  },
  { schema: text('note', 'OPTIONAL'), read: ({ item }) => item.note },
  { schema: text('subject', 'OPTIONAL'), read: ({ item }) => item.subject ?? null },
  { schema: text('raw', 'OPTIONAL'), read: ({ raw }) => raw },
]

const timeOf = (iso: string | null): Date | null => {
  const at = new Date(iso ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

const SCHEMA: SchemaElement[] = [
  { name: 'items', num_children: COLUMNS.length },
  ...COLUMNS.map(({ schema }) => schema),
]

/** Hands out what was written so far and continues from there. */
class Chunks extends ByteWriter {
  take(): Uint8Array {
    const chunk = new Uint8Array(this.buffer.slice(0, this.index))
    this.index = 0
    return chunk
  }
}

/**
 * Writes items as a Parquet file with typed columns and, as JSON text, everything that the upstream sent. Each row
 * group is written while items are read, so only the footer's facts about each group stay in memory. The key-value
 * metadata describes the file.
 */
export async function* writeParquet(
  items: AsyncGenerator<ExportItem[]>,
  about: ExportFacts,
): AsyncGenerator<Uint8Array> {
  const writer = new Chunks()
  const kvMetadata = about.map(([key, value]) => ({ key, value }))
  const file = new ParquetWriter({ writer, schema: SCHEMA, kvMetadata, createdBy: 'Purser' })
  for await (const group of groupsOf(items)) {
    const columnData = COLUMNS.map(
      ({ schema, read }): ColumnSource => ({
        name: schema.name,
        data: group.map(read),
      }),
    )
    await file.write({ columnData, rowGroupSize: group.length })
    yield writer.take()
  }
  await file.finish()
  const end = writer.take()
  yield file.num_rows === 0n ? withTypedList(end) : end
}

/** Bytes of the footer: no rows (field 3), and a list of row groups (field 4) that is empty and has no type. */
const NO_GROUPS = Buffer.from([0x16, 0x00, 0x19, 0x00])
const STRUCTS = 0x0c

/** Sets the type of an empty list, which hyparquet-writer 0.17.0 omits and Apache's own reader in Rust requires. */
function withTypedList(end: Uint8Array): Uint8Array {
  const at = Buffer.from(end.buffer).indexOf(NO_GROUPS)
  if (at >= 0) end[at + NO_GROUPS.length - 1] = STRUCTS
  return end
}

async function* groupsOf(items: AsyncGenerator<ExportItem[]>): AsyncGenerator<Packed[]> {
  let group: Packed[] = []
  let characters = 0
  for await (const some of items) {
    for (const item of some) {
      const raw = JSON.stringify(item.raw) ?? null
      group.push({ item, raw })
      characters += item.text.length + (raw?.length ?? 0)
      if (group.length < GROUP.items && characters < GROUP.characters) continue
      yield group
      group = []
      characters = 0
    }
  }
  if (group.length > 0) yield group
}
