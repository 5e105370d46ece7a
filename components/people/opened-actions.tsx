'use client'

import { Button, Checkbox, Group, Menu, MenuDropdown, MenuItem, MenuTarget, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ConfirmDialog, type OnDemandButton, OpenedDialog } from '@/components/ui'
import type { PersonView } from '@/lib/teams/accounts'

export interface PersonActionsProps {
  readonly person: PersonView
  readonly isOwn: boolean
  onAdmin(isAdmin: boolean): Promise<void>
  onDisable(isDisabled: boolean): Promise<void>
  onDelete(takesOver: boolean): Promise<void>
  onLink(): Promise<void>
}

interface OpenedActionsProps extends PersonActionsProps {
  readonly button: OnDemandButton
}

/** Offers what an installation admin may do to one account. Actions that end something ask first. */
export function OpenedActions(props: OpenedActionsProps) {
  const { button, person, isOwn, onAdmin, onDisable, onDelete, onLink } = props
  const { name, isInstallationAdmin, isDisabled } = person
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isDisabling, disabling] = useDisclosure(false)
  const [isResigning, resigning] = useDisclosure(false)
  const [takesOver, setTakesOver] = useState(false)
  const [isPending, setPending] = useState(false)
  const during = async (work: Promise<void>, close: () => void) => {
    setPending(true)
    await work.finally(() => setPending(false))
    close()
  }
  return (
    <>
      <Menu position="bottom-end">
        <MenuTarget>{button}</MenuTarget>
        <MenuDropdown>
          {!isOwn && (
            <MenuItem onClick={onLink} disabled={isDisabled}>
              Create a link for a new password
            </MenuItem>
          )}
          {isOwn && isInstallationAdmin ? (
            <MenuItem onClick={resigning.open}>Give up installation admin…</MenuItem>
          ) : (
            <MenuItem onClick={() => onAdmin(!isInstallationAdmin)}>
              {isInstallationAdmin ? 'Remove as installation admin' : 'Make installation admin'}
            </MenuItem>
          )}
          {isDisabled ? (
            <MenuItem onClick={() => onDisable(false)}>Enable</MenuItem>
          ) : (
            <MenuItem onClick={disabling.open}>Disable…</MenuItem>
          )}
          {!isOwn && (
            <MenuItem color="red" onClick={open}>
              Delete…
            </MenuItem>
          )}
        </MenuDropdown>
      </Menu>
      <ConfirmDialog
        returnTo={button.props.ref}
        isOpen={isResigning}
        isPending={isPending}
        title="Give up installation admin?"
        text="You will no longer manage the accounts of this installation or be able to open this page. Only another installation admin can undo this. Your roles in teams stay."
        confirmLabel="Give it up"
        onConfirm={() => void during(onAdmin(false), resigning.close)}
        onClose={resigning.close}
      />
      <ConfirmDialog
        returnTo={button.props.ref}
        isOpen={isDisabling}
        isPending={isPending}
        title={`Disable ${name}?`}
        text={`${name} is signed out at once; open runs, links and invites end. The account can be enabled again, but what has ended is not restored.`}
        confirmLabel="Disable the account"
        isHarmless
        onConfirm={() => void during(onDisable(true), disabling.close)}
        onClose={disabling.close}
      />
      <OpenedDialog
        place="middle"
        returnTo={button.props.ref}
        isOpen={isOpen}
        onClose={close}
        title={`Delete ${name}?`}
      >
        <Stack>
          <Text size="sm">
            {name} is signed out and leaves every team; open runs and invites end, schedules pause. Name and
            address of the account become “Deleted person”. This cannot be undone.
          </Text>
          <Checkbox
            label="Where this person is the only admin, make me an admin of the team"
            checked={takesOver}
            onChange={(event) => setTakesOver(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={() => during(onDelete(takesOver), close)}>
              Delete the person
            </Button>
          </Group>
        </Stack>
      </OpenedDialog>
    </>
  )
}
