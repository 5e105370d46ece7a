import { Button, Group, TextInput } from '@mantine/core'

/** Finds accounts by a part of name or e-mail address: a plain form, whose address can be kept. */
export function PeopleSearch({ text }: { readonly text: string }) {
  return (
    <form method="get" action="/account/people">
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name or e-mail address"
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
