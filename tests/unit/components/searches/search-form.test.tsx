import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EMPTY_SEARCH } from '@/components/searches/search-fields'
import { SearchForm } from '@/components/searches/search-form'

const buttonsOf = (subjects: string[]) => {
  const page = renderToStaticMarkup(
    <MantineProvider>
      <SearchForm
        initial={{ ...EMPTY_SEARCH, subject: 'ada', subjects }}
        environments={[]}
        offersTop={false}
        refusal={null}
        isPending={false}
        submitLabel="Save and run the first page"
        listLabel="Save"
        onSubmit={() => undefined}
      />
    </MantineProvider>,
  )
  return [...page.matchAll(/<button[^>]*type="submit"[^>]*>(.*?)<\/button>/gs)].map(([, inner]) =>
    inner?.replace(/<[^>]*>/g, ''),
  )
}

test('a list of subjects, which has no first page, is only saved', () => {
  expect(buttonsOf([])).toEqual(['Save and run the first page'])
  expect(buttonsOf(['ada', 'bob'])).toEqual(['Save'])
})
