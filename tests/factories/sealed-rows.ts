import { newId, Secret } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { Vault } from '@/lib/platform/vault'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'

/** Keys and a channel's address, sealed by a vault: `count` and one. Returns the secrets by the ids of their rows. */
export async function storeSealed(db: Db, vault: Vault, count: number): Promise<Map<string, string>> {
  const clock = makeTestClock()
  const { admin, walletId, environments } = await makeTeam(db, clock)
  const teamId = admin.team.id
  const now = clock.now()
  const secrets = new Map(Array.from({ length: count }, (_, at) => [newId(), `xd_live_${at}`]))
  await db.key.createMany({
    data: [...secrets].map(([id, text]) => ({
      id,
      teamId,
      walletId,
      environmentId: environments[0]?.id ?? '',
      name: text,
      keyRef: vault.keyRef(new Secret(text)),
      prefix: text.slice(0, 12),
      sealed: vault.seal(new Secret(text), { teamId, keyId: id }),
      requestsPerSecond: 1,
      status: 'active',
      createdAt: now,
      checkedAt: now,
    })),
  })
  const id = newId()
  secrets.set(id, 'https://hooks.example.org/secret')
  const sealed = vault.seal(new Secret(secrets.get(id) ?? ''), { teamId, keyId: id })
  const channel = { id, teamId, name: 'Ops', kind: 'slack', hint: 'h…', kinds: '', enabled: true, sealed }
  await db.alertChannel.create({ data: { ...channel, createdAt: now } })
  return secrets
}

/** Whether a vault opens every one of them to what it was. */
export async function opensAll(db: Db, vault: Vault, secrets: ReadonlyMap<string, string>): Promise<boolean> {
  const select = { id: true, teamId: true, sealed: true } as const
  const rows = [...(await db.key.findMany({ select })), ...(await db.alertChannel.findMany({ select }))]
  if (rows.length !== secrets.size) return false
  try {
    return rows.every(
      ({ id, teamId, sealed }) =>
        vault.open(sealed ?? '', { teamId, keyId: id }).reveal() === secrets.get(id),
    )
  } catch {
    return false
  }
}
