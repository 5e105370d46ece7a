'use client'

import { Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { composeQuery, parseQuery, readSubject, splitIntoWords } from '@/lib/kernel'

interface QueryFieldProps {
  /** The query as text, which is what is saved. */
  readonly value: string
  /** Hint on the form of the text. */
  readonly hint: string
  readonly error: ReactNode
  onChange(value: string): void
}

/** The values of the builder's fields; the words as they are being typed. */
interface Typed {
  readonly words: string
  readonly from: string
  readonly lang: string
}

const WAYS = [
  { value: 'build', label: 'Build it' },
  { value: 'text', label: 'Write it as text' },
]

const queryOf = ({ words, from, lang }: Typed): string =>
  composeQuery({ words: splitIntoWords(words), from: readSubject(from, 'user'), lang: lang.trim() })

function typedOf(query: string): Typed | null {
  const parts = parseQuery(query)
  return parts && { ...parts, words: parts.words.join(' ') }
}

/** Edits the query of a search: built from fields, or written as text. The text counts. */
export function QueryField({ value, hint, error, onChange }: QueryFieldProps) {
  const [isBuilding, setBuilding] = useState(() => parseQuery(value) !== null)
  const [kept, setKept] = useState<Typed | null>(null)
  const [isRefused, setRefused] = useState(false)
  // The form may replace the query, which makes the typed text obsolete.
  const typed = kept && queryOf(kept) === value ? kept : typedOf(value)
  const choose = (way: string) => {
    const canBuild = parseQuery(value.trim()) !== null
    setRefused(way === 'build' && !canBuild)
    setBuilding(way === 'build' && canBuild)
    if (way === 'build' && canBuild) onChange(value.trim())
  }
  const type = (next: Typed) => {
    setKept(next)
    onChange(queryOf(next))
  }
  const isBuilt = isBuilding && typed !== null
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="How to write the query"
        size="xs"
        w={{ base: '100%', xs: 300 }}
        data={WAYS}
        value={isBuilt ? 'build' : 'text'}
        onChange={choose}
      />
      {isBuilt ? (
        <BuilderFields typed={typed} error={error} onType={type} />
      ) : (
        <TextInput
          label="Query"
          name="subject"
          description={hint}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          required
          error={error}
        />
      )}
      {isRefused && !isBuilt && (
        <Text size="sm" role="status">
          This query does not fit into the fields, so it stays text.
        </Text>
      )}
    </Stack>
  )
}

interface BuilderFieldsProps {
  readonly typed: Typed
  readonly error: ReactNode
  onType(typed: Typed): void
}

function BuilderFields({ typed, error, onType }: BuilderFieldsProps) {
  const query = queryOf(typed)
  const isPlain = parseQuery(query) !== null
  const own =
    'Quotes, brackets, colons, a leading minus or plus, and OR, AND, NOT have a meaning for the API. Write such a query as text.'
  return (
    <>
      <TextInput
        label="All of these words"
        name="subject"
        value={typed.words}
        onChange={(event) => onType({ ...typed, words: event.currentTarget.value })}
        error={isPlain ? error : own}
      />
      <Group grow align="flex-start">
        <TextInput
          label="From this account"
          name="subject"
          placeholder="ada"
          value={typed.from}
          onChange={(event) => onType({ ...typed, from: event.currentTarget.value })}
        />
        <TextInput
          label="Language (code)"
          name="subject"
          placeholder="es"
          value={typed.lang}
          onChange={(event) => onType({ ...typed, lang: event.currentTarget.value })}
        />
      </Group>
      <Text size="sm">Query: {query === '' ? 'nothing yet' : <Code>{query}</Code>}</Text>
      <Text size="xs" c="dimmed">
        What a query may contain depends on the service; its documentation lists the operators. “from:” and
        “lang:” are usual, and the built-in sandbox understands them.
      </Text>
    </>
  )
}
