import { Button, Group, TextInput } from '@mantine/core'

/** Finds saved searches by a part of their name, tags or question: a plain form, whose URL can be kept. */
export function FindSearches({ team, text }: { readonly team: string; readonly text: string }) {
  return (
    <form method="get" action={`/${team}/searches`}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name, tag or question"
          name="text"
          type="search"
          defaultValue={text}
          maxLength={100}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Group>
    </form>
  )
}
