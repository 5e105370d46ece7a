import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { DataTable, PlainText } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { ItemView } from '@/lib/runs'
import classes from './runs.module.css'

interface ItemsProps {
  readonly items: readonly ItemView[]
  readonly timeZone: string
}

const authorOf = ({ author }: ItemView): string => author.name ?? author.handle ?? author.id ?? 'Unknown'
const handleOf = ({ author }: ItemView): string => (author.handle === null ? '' : `@${author.handle}`)
const timeOf = ({ createdAt }: ItemView, timeZone: string): string =>
  createdAt === null ? 'Time unknown' : formatMoment(new Date(createdAt), timeZone)

/** An upstream may send the same id twice, and both were paid for: the place tells them apart. Items are only added. */
const keyed = (items: readonly ItemView[]) =>
  items.map((item, place) => ({ key: `${place}-${item.id}`, item }))

/** Items as cards. Their texts are somebody else's: shown as text, never as markup. */
export function ItemCards({ items, timeZone }: ItemsProps) {
  return (
    <Stack component="ol" gap="sm" m={0} p={0} className={classes.list} aria-label="Items">
      {keyed(items).map(({ key, item }) => (
        <Paper component="li" withBorder p="sm" key={key} className={classes.item}>
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" fw={600} dir="auto">
              {authorOf(item)}{' '}
              <Text span c="dimmed" fw={400}>
                {handleOf(item)}
              </Text>
            </Text>
            <Text size="sm" c="dimmed">
              {timeOf(item, timeZone)}
            </Text>
          </Group>
          <PlainText>{item.text}</PlainText>
          <ItemLink item={item} />
        </Paper>
      ))}
    </Stack>
  )
}

/** Items as a table. */
export function ItemTable({ items, timeZone }: ItemsProps) {
  return (
    <DataTable
      caption={`Items in the order they came, times in ${timeZone}`}
      minWidth={760}
      rows={keyed(items)}
      keyOf={({ key }) => key}
      columns={[
        { key: 'time', label: 'Time', render: ({ item }) => timeOf(item, timeZone) },
        {
          key: 'author',
          label: 'Author',
          render: ({ item }) => (
            <Text size="sm" dir="auto">
              {authorOf(item)} {handleOf(item)}
            </Text>
          ),
        },
        { key: 'text', label: 'Text', render: ({ item }) => <PlainText>{item.text}</PlainText> },
        {
          key: 'id',
          label: 'Id',
          render: ({ item }) => (
            <>
              {item.id} <ItemLink item={item} />
            </>
          ),
        },
      ]}
    />
  )
}

function ItemLink({ item }: { readonly item: ItemView }) {
  if (item.link === null) return null
  return (
    <Anchor href={item.link} target="_blank" rel="noopener noreferrer nofollow" size="sm">
      Open at its source
    </Anchor>
  )
}
