'use client'

import { Button, Group, Text } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { LinkTo, useTellDone } from '@/components/ui'
import { keyAdvice, mayNeedCheck } from './problem-labels'

export type CheckKey = Action<{ team: string; keyId: string }, unknown>

interface KeyHelpProps {
  readonly team: string
  readonly keyId: string
  readonly kind: string | undefined
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  /** Address at which the search can run with another key; null if it was deleted. */
  readonly again: string | null
}

/** Says what to do when the key is the problem; the run can continue. Renders nothing for other problems. */
export function KeyHelp({ team, keyId, kind, checkKey, again }: KeyHelpProps) {
  const advice = keyAdvice(kind, checkKey !== null)
  if (advice === null) return null
  return (
    <Group gap="sm">
      <Text size="sm">{advice}</Text>
      {checkKey && mayNeedCheck(kind) && <CheckKeyButton team={team} keyId={keyId} checkKey={checkKey} />}
      {checkKey && (
        <LinkTo href={`/${team}/keys`} size="sm">
          Open the keys
        </LinkTo>
      )}
      {again && (
        <LinkTo href={again} size="sm">
          Run the search with another key
        </LinkTo>
      )}
    </Group>
  )
}

function CheckKeyButton({
  team,
  keyId,
  checkKey,
}: {
  readonly team: string
  readonly keyId: string
  readonly checkKey: CheckKey
}) {
  const tellDone = useTellDone()
  const { call, refusal, isPending } = useAction(checkKey)
  const check = async () => {
    const { ok } = await call({ team, keyId })
    if (!ok) return
    tellDone('The upstream accepts the key. Try the page again.')
  }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" loading={isPending} onClick={check}>
        Check the key
      </Button>
    </>
  )
}
