import { EXPORT_FORMAT_NAMES, invalid, oneOf } from '@/lib/kernel'
import { command } from './command'

export const exportCommand = command({
  name: 'export',
  summary: 'the items of a run as a file',
  help: `purser export <run> [--format <format>] [--out <file>] [--only <which>] [--sort <order>] [--text <words>]

  <run>     its id
  --format  ${oneOf([...EXPORT_FORMAT_NAMES])}; csv unless told otherwise
  --out     the file to write; without it the items go to standard output
  --only    which items, such as new
  --sort    their order, such as newest
  --text    only those that contain these words

A file that breaks off leaves none behind. The token needs items:read.

Examples
  purser export 0199a1c0-0000-7000-8000-000000000009 --format csv --out items.csv
  purser export 0199a1c0-0000-7000-8000-000000000009 --format jsonl --only new`,
  options: {
    format: { type: 'string' },
    out: { type: 'string', short: 'o' },
    only: { type: 'string' },
    sort: { type: 'string' },
    text: { type: 'string' },
  },
  mostWords: 1,
  async run({ values: { format = 'csv', out, only, sort, text }, words: [runId], io, api }) {
    if (runId === undefined) throw invalid('Name a run by its id. Try purser help export.')
    const path = `/runs/${encodeURIComponent(runId)}/export`
    const body = await api().open(path, { format, only, sort, text })
    await io.save(out ?? null, body)
    if (out !== undefined) io.note(`Wrote ${out}.`)
  },
})
