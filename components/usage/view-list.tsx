'use client'

import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useContext } from 'react'
import { type Action, SaveForm, useAction } from '@/components/forms'
import { AppLink, ConfirmButton, Dimmed, DrawerCloseContext } from '@/components/ui'
import type { UsageView } from '@/lib/money/usage'

interface ViewListProps {
  readonly team: string
  readonly views: readonly UsageView[]
  /** Parameters of the open URL. */
  readonly query: string
  /** Null for people without permission. */
  readonly save: Action<{ team: string; name: string; query: string }> | null
  readonly remove: Action<{ team: string; viewId: string }>
}

/** Saves the open URL as a view, and lists the team's views, each a link to its URL. */
export function ViewList({ team, views, query, save, remove }: ViewListProps) {
  const { call } = useAction(remove, 'The view was deleted.')
  const closeDrawer = useContext(DrawerCloseContext)
  return (
    <Stack>
      {save && (
        <SaveForm
          submitLabel="Save view"
          message="The view was saved"
          resets
          save={(form) => save({ team, name: String(form.get('name') ?? ''), query })}
        >
          {({ name, query: tooLong }) => (
            <TextInput
              label="Name"
              name="name"
              description="What the page shows now: range, filters, grouping, measure."
              error={name ?? tooLong}
              required
            />
          )}
        </SaveForm>
      )}
      {views.length === 0 && <Text size="sm">No view is saved yet.</Text>}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Saved views">
        {views.map(({ id, name, query: saved, createdByName, mayDelete }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <div>
              <AppLink size="md" href={`/${team}/usage?${saved}`} onClick={() => closeDrawer?.()}>
                {name}
              </AppLink>
              <Dimmed size="xs">{createdByName}</Dimmed>
            </div>
            {mayDelete && (
              <ConfirmButton
                label="Delete"
                aria-label={`Delete the view ${name}`}
                title="Delete the view?"
                text={`“${name}” will be deleted for the whole team. No figures are lost.`}
                confirmLabel="Delete view"
                onConfirm={() => call({ team, viewId: id })}
              />
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}
