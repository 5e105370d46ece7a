'use client'

import { useRouter } from 'next/navigation'
import { type Action, NameDialogButton } from '@/components/forms'

interface AddServiceProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }, { id: string }>
}

/** Names a new service, and leads to its page. */
export function AddService({ team, create }: AddServiceProps) {
  const router = useRouter()
  return (
    <NameDialogButton
      label="Add service"
      title="Add a service"
      description="The program that calls the API, such as “Importer” or “Nightly report”. Its usage is shown under this name."
      save={(name) => create({ team, name })}
      onDone={(made) => made && router.push(`/${team}/services/${made.id}`)}
    />
  )
}
