'use client'

import { Alert, Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Card, showMessage } from '@/components/ui'
import { readExample } from './example-request'
import { PROVIDER_FIELDS } from './fields'
import type { ProviderTexts } from './typed-values'

interface ExampleRequestFormProps {
  /** Path of the upstream's address; empty for most. */
  readonly prefix: string
  onRead(values: ProviderTexts): void
}

/** Fills path, parameter and header from a request that somebody has copied. It never leaves the browser. */
export function ExampleRequestForm({ prefix, onRead }: ExampleRequestFormProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = () => {
    const { values, problem } = readExample(text, prefix)
    setProblem(problem)
    if (!values) return
    setText('')
    onRead(values)
    const labels = PROVIDER_FIELDS.filter(({ name }) => name in values).map(({ label }) => `“${label}”`)
    showMessage(`The form has new values for ${labels.join(', ')}. Review them and save.`)
  }
  return (
    <Card
      title="An example request"
      description="Paste a request for a search or for followers from the provider’s documentation, such as a line of curl. It is read here and sent nowhere."
    >
      <Stack>
        <Textarea
          label="Example request"
          placeholder="curl -H 'x-api-key: …' 'https://…/v1/search?q=coffee'"
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {problem !== null && (
          <Alert role="alert" color="orange" variant="light" title="Nothing was filled in">
            {problem}
          </Alert>
        )}
        <Group>
          <Button variant="default" size="sm" disabled={text.trim() === ''} onClick={read}>
            Fill form
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
