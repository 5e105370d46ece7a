'use client'

import { Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { useDoneMessage } from '@/components/ui'

interface TeamDigest {
  readonly slug: string
  readonly name: string
  readonly isOn: boolean
}

interface DigestSwitchesProps {
  readonly teams: readonly TeamDigest[]
  /** Reason why no mail can be sent; null if it can. */
  readonly problem: string | null
  readonly set: Action<{ team: string; isOn: boolean }>
}

/** Turns the person's daily digest of each of their teams on or off. */
export function DigestSwitches({ teams, problem, set }: DigestSwitchesProps) {
  return (
    <Stack gap="sm">
      {problem && (
        <Text size="sm" c="dimmed">
          {problem}
        </Text>
      )}
      {teams.map((team) => (
        <DigestSwitch key={team.slug} team={team} canMail={problem === null} set={set} />
      ))}
    </Stack>
  )
}

function DigestSwitch({
  team: { slug, name, isOn: wasOn },
  canMail,
  set,
}: Pick<DigestSwitchesProps, 'set'> & { readonly team: TeamDigest; readonly canMail: boolean }) {
  const tellDone = useDoneMessage()
  const { call, isPending, refusal } = useAction(set)
  const [isOn, setOn] = useState(wasOn)
  const change = async (to: boolean) => {
    setOn(to)
    if ((await call({ team: slug, isOn: to })).ok) tellDone(to ? 'The digest is on.' : 'The digest is off.')
    else setOn(!to)
  }
  return (
    <>
      <Switch
        label={name}
        checked={isOn}
        disabled={isPending || (!canMail && !isOn)}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <RefusalAlert refusal={refusal} />
    </>
  )
}
