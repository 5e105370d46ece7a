import { expect, test } from 'vitest'
import { readSourceTree, type SourceTree } from './source-tree'

const OURS = 'components/ui/opened-dialog.tsx'

/**
 * Returns the files that import a dialog or drawer from Mantine: ours labels its close button and focuses its content.
 */
const ownDialogsIn = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, text]) => {
    const taken = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    )
    const isOwn = taken.some((name) => /^(Modal|Drawer)(\b|Root)/.test(name))
    return isOwn && path !== OURS && /^(app|components)\//.test(path) ? [path] : []
  })

test('every dialog and drawer is ours', () => {
  expect(ownDialogsIn(readSourceTree())).toEqual([])
})

test('finds one that is not', () => {
  const text = `import {\n  Button,\n  Drawer,\n} from '@mantine/core'`
  expect(ownDialogsIn(new Map([['components/keys/a.tsx', text]]))).toEqual(['components/keys/a.tsx'])
})
