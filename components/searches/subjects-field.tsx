'use client'

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dimmed } from '@/components/ui'
import {
  describeFaults,
  describeHeading,
  describeRepeats,
  firstCsvColumn,
  formatPlural,
  type SubjectKind,
  type SubjectList,
} from '@/lib/kernel'

interface SubjectsFieldProps {
  readonly kind: SubjectKind
  /** The list as it is typed. What is typed stays as it is. */
  readonly text: string
  /** The same list as it is read. */
  readonly list: SubjectList
  readonly error: string | undefined
  onChange(text: string): void
}

const LABELS: Readonly<Record<SubjectKind, string>> = { user: 'Users', query: 'Queries' }
const NOUNS: Readonly<Record<SubjectKind, string>> = { user: 'user', query: 'query' }
const MAX_BYTES = 1_000_000
const ROWS = 8

/** Edits a list of subjects: typed or pasted, one a line, or read from a file. */
export function SubjectsField({ kind, text, list, error, onChange }: SubjectsFieldProps) {
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size > MAX_BYTES) return setProblem('The file is too large for a list: it has more than 1 MB.')
    setProblem(null)
    const content = await chosen.text()
    onChange(/\.csv$/i.test(chosen.name) ? firstCsvColumn(content) : content)
  }
  const repeats = describeRepeats(list)
  return (
    <Stack gap={4}>
      <Textarea
        label={LABELS[kind]}
        name="subjects"
        description="One a line, up to 500. Each is run, limited and counted by itself."
        autosize
        minRows={ROWS}
        maxRows={2 * ROWS}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={describeFaults(list) ?? error}
      />
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <Dimmed size="xs">Text, or CSV, of which the first column is read</Dimmed>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="File with a list"
          accept=".txt,.csv,text/plain,text/csv"
          onChange={(event) => {
            void read(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </Group>
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <Text size="sm" role="status">
        {formatPlural(list.subjects.length, NOUNS[kind], kind === 'query' ? 'queries' : undefined)}.{' '}
        {[describeHeading(list), repeats && `${repeats} Each is taken once.`].filter(Boolean).join(' ')}
      </Text>
    </Stack>
  )
}
