'use client'

import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { SoleForm } from '@/components/forms'
import { Dialog } from '@/components/ui'
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
      <Dialog isOpen={isOpen} onClose={close} title="Add a service">
        <SoleForm
          submitLabel="Add service"
          send={create}
          read={(form) => ({ team, name: String(form.get('name') ?? '') })}
          onDone={(_, made) => {
            close()
            if (made) router.push(`/${team}/services/${made.id}`)
          }}
        >
          {(errors) => (
            <TextInput
              label="Name"
              name="name"
              description="The program that calls, such as “Importer” or “Nightly report”. Its usage is shown by this name."
              required
              data-autofocus
              error={errors.name}
            />
          )}
        </SoleForm>
      </Dialog>
    </>
  )
}
