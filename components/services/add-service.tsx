'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { NameDialog } from '@/components/forms'
import type { CreateService } from './service-action'

interface AddServiceProps {
  readonly team: string
  readonly create: CreateService
}

/** Names a new service, and leads to its page. */
export function AddService({ team, create }: AddServiceProps) {
  const router = useRouter()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>Add service</Button>
      <NameDialog
        isOpen={isOpen}
        onClose={close}
        title="Add a service"
        submitLabel="Add service"
        description="The program that calls the API, such as “Importer” or “Nightly report”. Its usage is shown under this name."
        save={(name) => create({ team, name })}
        onDone={(made) => made && router.push(`/${team}/services/${made.id}`)}
      />
    </>
  )
}
