'use client'

import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { CopyButton, Dialog } from '@/components/ui'
import { exportJson, importJson, type ProviderTexts } from './typed-values'

interface JsonDialogProps {
  readonly texts: ProviderTexts
  readonly base: ProviderTexts
  /** Names of all fields of a provider, including those that the form does not show. */
  readonly names: readonly string[]
  onImport(texts: ProviderTexts): void
}

/** Shows the form as JSON, to keep it or to use it elsewhere. Importing fills the form and saves nothing. */
export function JsonDialog({ texts, base, names, onImport }: JsonDialogProps) {
  const [isOpen, dialog] = useDisclosure(false)
  const [json, setJson] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const open = () => {
    setJson(exportJson(texts, base))
    setProblem(null)
    dialog.open()
  }
  const put = () => {
    const imported = importJson(json, base, names)
    setProblem(imported.problem)
    if (imported.texts === null) return
    onImport(imported.texts)
    dialog.close()
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        Import or export
      </Button>
      <Dialog isOpen={isOpen} onClose={dialog.close} title="The provider as JSON" size="lg">
        <Stack>
          <Text size="sm">
            Everything that differs from the service’s defaults, even if the form has no field for it. Copy it
            to keep it or to use it in another team, or paste one here. The same text works as the file that
            UPSTREAM_PROVIDER names.
          </Text>
          <Textarea
            label="JSON"
            value={json}
            onChange={(event) => setJson(event.currentTarget.value)}
            error={problem}
            autosize
            minRows={6}
            maxRows={18}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          <Group justify="space-between">
            <CopyButton value={json} label="Copy the JSON" />
            <Button onClick={put}>Put it into the form</Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
