'use client'

import { Button } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

export type GoOn = Action<{ team: string; runId: string }>

interface GoOnButtonProps {
  readonly team: string
  readonly runId: string
  readonly goOn: GoOn
}

/** Continues a background run after its last page. */
export function GoOnButton({ team, runId, goOn }: GoOnButtonProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(goOn)
  const press = async () => {
    await call({ team, runId })
    router.refresh()
  }
  return (
    <div>
      <Button variant="default" onClick={press} loading={isPending}>
        Go on
      </Button>
      <RefusalAlert refusal={refusal} />
    </div>
  )
}
