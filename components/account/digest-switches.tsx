'use client'

import { Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { Dimmed, RefusalAlert, useDoneMessage } from '@/components/ui'

interface TeamDigest {
  readonly slug: string
  readonly name: string
  readonly isOn: boolean
}

interface DigestSwitchesProps {
  readonly every: 'day' | 'month'
  readonly teams: readonly TeamDigest[]
  /** Reason why no mail can be sent; null if it can. */
  readonly problem: string | null
  readonly set: Action<{ team: string; every: 'day' | 'month'; isOn: boolean }>
}

const NAMES = { day: 'digest', month: 'monthly report' } as const

/** Turns the person's daily digest, or monthly report, of each of their teams on or off. */
export function DigestSwitches({ every, teams, problem, set }: DigestSwitchesProps) {
  return (
    <Stack gap="sm">
      {problem && <Dimmed>{problem}</Dimmed>}
      {teams.map((team) => (
        <DigestSwitch key={team.slug} every={every} team={team} canMail={problem === null} set={set} />
      ))}
    </Stack>
  )
}

function DigestSwitch({
  every,
  team: { slug, name, isOn: wasOn },
  canMail,
  set,
}: Pick<DigestSwitchesProps, 'every' | 'set'> & { readonly team: TeamDigest; readonly canMail: boolean }) {
  const tellDone = useDoneMessage()
  const { call, isPending, refusal } = useAction(set)
  const [isOn, setOn] = useState(wasOn)
  const change = async (to: boolean) => {
    setOn(to)
    if ((await call({ team: slug, every, isOn: to })).ok)
      tellDone(`The ${NAMES[every]} is ${to ? 'on' : 'off'}.`)
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
