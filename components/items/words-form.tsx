'use client'

import { Button, Group, TextInput } from '@mantine/core'
import type { WordsQuery } from '@/lib/collect/runs'

interface WordsFormProps {
  readonly team: string
  readonly query: WordsQuery
}

/** Two dates are as wide as the words above them on a phone. */
const HALF = { flex: '1 1 140px', maw: { base: 206, sm: 170 } } as const

/** Asks for words. The answer is on the same page, at its own address. */
export function WordsForm({ team, query: { words, search, from, to } }: WordsFormProps) {
  return (
    <search>
      <form action={`/${team}/items`} method="get" key={`${words} ${search} ${from} ${to}`}>
        {search !== undefined && <input type="hidden" name="search" value={search} />}
        <Group gap="xs" align="flex-end">
          <TextInput
            name="words"
            label="Words"
            placeholder="coffee from:ada"
            defaultValue={words}
            maxLength={200}
            required
            withAsterisk={false}
            flex="1 1 240px"
            maw={420}
          />
          <TextInput type="date" name="from" label="Bought from" defaultValue={from} {...HALF} />
          <TextInput type="date" name="to" label="Bought to" defaultValue={to} {...HALF} />
          <Button type="submit">Find</Button>
        </Group>
      </form>
    </search>
  )
}
