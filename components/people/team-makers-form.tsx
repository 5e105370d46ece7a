'use client'

import { Group, Radio, RadioGroup } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import type { TeamMakers } from '@/lib/teams/accounts'

interface TeamMakersFormProps {
  readonly teamsBy: TeamMakers
  readonly save: Action<{ teamsBy: TeamMakers }>
}

/** Chooses who may create teams. */
export function TeamMakersForm({ teamsBy, save }: TeamMakersFormProps) {
  const [chosen, setChosen] = useState(teamsBy)
  return (
    <SaveForm submitLabel="Save" message="It was saved." save={() => save({ teamsBy: chosen })}>
      {() => (
        <RadioGroup
          label="Who may create teams"
          value={chosen}
          onChange={(value) => setChosen(value === 'everyone' ? 'everyone' : 'admins')}
        >
          <Group mt={4}>
            <Radio value="admins" label="Installation admins" />
            <Radio value="everyone" label="Everyone with an account" />
          </Group>
        </RadioGroup>
      )}
    </SaveForm>
  )
}
