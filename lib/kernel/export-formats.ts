interface ExportFormatFacts {
  readonly label: string
  /** The purposes that the format suits. */
  readonly use: string
  readonly contentType: string
  /** True if few people need it: the menu offers it under “More”. */
  readonly isRare: boolean
}

/** The file formats in which items can be exported, in menu order. Each name is the file's extension. */
export const EXPORT_FORMATS = {
  xlsx: {
    label: 'XLSX',
    use: 'Excel and other spreadsheets',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isRare: false,
  },
  csv: {
    label: 'CSV',
    use: 'Anything that reads tables',
    contentType: 'text/csv; charset=utf-8',
    isRare: false,
  },
  jsonl: {
    label: 'JSONL',
    use: 'Programs: all that was sent, one object per line',
    contentType: 'application/x-ndjson; charset=utf-8',
    isRare: true,
  },
  parquet: {
    label: 'Parquet',
    use: 'Analysis: typed columns, and all that was sent',
    contentType: 'application/vnd.apache.parquet',
    isRare: true,
  },
} as const satisfies Readonly<Record<string, ExportFormatFacts>>

export type ExportFormat = keyof typeof EXPORT_FORMATS

const isExportFormat = (name: string): name is ExportFormat => Object.hasOwn(EXPORT_FORMATS, name)

export const EXPORT_FORMAT_NAMES: readonly ExportFormat[] = Object.keys(EXPORT_FORMATS).filter(isExportFormat)
