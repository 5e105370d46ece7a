'use client'

import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Dimmed, KeyField } from '@/components/ui'

interface TryGatewayProps {
  /** Path of the gateway on this very server. */
  readonly path: string
  /** Free path that reports a key's balance. */
  readonly accountPath: string
  readonly auth: { readonly header: string; readonly scheme: string }
}

interface Came {
  readonly isGood: boolean
  readonly title: string
  readonly body: string
}

const MAX_LENGTH = 2000

/**
 * Sends one free call through the gateway from this browser, and shows what came back. The key is not stored anywhere.
 */
export function TryGateway({ path, accountPath, auth }: TryGatewayProps) {
  const [came, setCame] = useState<Came | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const key = String(new FormData(event.currentTarget).get('gatewayKey') ?? '').trim()
    setPending(true)
    setCame(await ask(`${path}${accountPath}`, auth, key))
    setPending(false)
  }
  return (
    // By POST: if it is sent before the script has loaded, a key must not end up in the URL.
    <form method="post" onSubmit={submit} noValidate autoComplete="off">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <KeyField label="Gateway key" name="gatewayKey" w={{ base: '100%', xs: 340 }} />
          <Button type="submit" variant="default" loading={isPending}>
            Test gateway key
          </Button>
        </Group>
        <Dimmed>Calls {accountPath} through the gateway. This is free. The key is not stored.</Dimmed>
        {came && (
          <Alert
            role="status"
            variant="light"
            color={came.isGood ? 'green' : 'red'}
            icon={came.isGood ? <IconCheck aria-hidden /> : <IconAlertCircle aria-hidden />}
            title={came.title}
          >
            {came.body !== '' && (
              <Code
                block
                tabIndex={0}
                role="region"
                aria-label="What came back"
                style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
              >
                {came.body}
              </Code>
            )}
          </Alert>
        )}
      </Stack>
    </form>
  )
}

async function ask(address: string, { header, scheme }: TryGatewayProps['auth'], key: string): Promise<Came> {
  if (!/^[\x21-\x7e]+$/.test(key)) return { isGood: false, title: 'Paste a gateway key first.', body: '' }
  const value = scheme === '' ? key : `${scheme} ${key}`
  try {
    const answer = await fetch(address, { headers: { [header]: value }, credentials: 'omit' })
    const body = (await answer.text()).slice(0, MAX_LENGTH)
    const title = answer.ok
      ? 'It works: the gateway answered.'
      : `The gateway refused it: ${answer.status} ${answer.statusText}`.trim()
    return { isGood: answer.ok, title, body }
  } catch {
    return { isGood: false, title: 'The gateway could not be reached. Is it switched on?', body: '' }
  }
}
