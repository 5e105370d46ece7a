import type { Fault, Turn } from './fault'

const AGAIN = /^again-\d+$/
/** Limits a fault's answer to what a client may read at all, because one service sells pages of 10,000. */
const MAX_PAGE_ITEMS = 1000

/** Faults of pages that are well-formed but not what the interface promises. */
export const pages = {
  'more-than-asked': {
    what: 'Delivers and charges 1 to 10 items more than it should, some of them twice.',
    charged: true,
    meets: 'pages',
    alterPage: (page, { chance }) => ({
      ...page,
      items: repeat(page.items, page.items.length + 1 + chance.below(10)),
    }),
  },
  'more-than-maximum': {
    what: `Delivers and charges between two and three times the largest page (${MAX_PAGE_ITEMS} at most), items over and over.`,
    charged: true,
    meets: 'pages',
    alterPage: (page, { chance, wire }) => {
      const maxCount = Math.min(wire.maxCountOf(page.operation), MAX_PAGE_ITEMS)
      return { ...page, items: repeat(page.items, 2 * maxCount + chance.below(maxCount)) }
    },
  },
  'repeated-cursor': {
    what: 'Sends back the cursor that the request came with: the same page for ever, charged each time.',
    charged: true,
    meets: 'pages',
    alterPage: (page, turn) => ({ ...page, nextCursor: cursorOf(turn) ?? page.nextCursor }),
  },
  'endless-pages': {
    what: 'Sends a cursor never seen before that leads to the first page again, for ever, charged each time.',
    charged: true,
    meets: 'pages',
    alterRequest: ({ request, wire }) => {
      const parameters = new URLSearchParams(request.parameters)
      for (const name of wire.cursorParameters)
        if (AGAIN.test(parameters.get(name) ?? '')) parameters.delete(name)
      return { ...request, parameters }
    },
    alterPage: (page, { number }) => ({ ...page, nextCursor: `again-${number}` }),
  },
  'empty-page-with-cursor': {
    what: 'Delivers no items, so charges nothing, and says that there are more.',
    charged: false,
    meets: 'pages',
    alterPage: (page, turn) => ({
      ...page,
      items: [],
      nextCursor: page.nextCursor ?? cursorOf(turn) ?? 'nowhere',
    }),
  },
} as const satisfies Record<string, Fault>

const cursorOf = ({ request, wire }: Turn): string | null =>
  wire.cursorParameters.map((name) => request.parameters.get(name)).find((cursor) => cursor !== null) ?? null

/** Repeats the items until there are `length`. */
const repeat = <T>(items: readonly T[], length: number): readonly T[] =>
  Array.from({ length: Math.ceil(length / Math.max(1, items.length)) }, () => items)
    .flat()
    .slice(0, length)
