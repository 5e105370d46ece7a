import { listRefusedKeys } from '@/lib/keys/keys'
import type { Source } from '../condition'
import { findTrouble } from '../upstream-trouble'

const IN_A_ROW = 5

/** Returns keys that the upstream refuses. */
export const refusedKeys: Source = async ({ ctx }) => {
  const keys = await listRefusedKeys(ctx)
  return keys.map(({ id, name, prefix, walletName }) => ({
    kind: 'key_refused',
    subjectId: id,
    subjectName: name,
    isOn: true,
    title: `The key ${prefix}… is refused`,
    detail: `The upstream no longer accepts the key “${name}” (${prefix}…) of the wallet “${walletName}”. Replace it, or check it once the provider has fixed it.`,
    data: { prefix },
    path: `keys/${id}`,
  }))
}

/** Returns an upstream that fails one call after another. It recovers with the first page that arrives. */
export const failingUpstream: Source = async ({ ctx }) => {
  const trouble = await findTrouble(ctx, IN_A_ROW)
  if (trouble === null) return []
  return [
    {
      kind: 'upstream_failing',
      subjectId: 'upstream',
      subjectName: 'Upstream',
      isOn: trouble.isFresh,
      title: 'The upstream fails',
      detail: `The last ${IN_A_ROW} calls failed, the latest with: ${trouble.reason ?? 'no reason given'}`,
      data: { failed: String(IN_A_ROW) },
      path: 'usage',
    },
  ]
}
