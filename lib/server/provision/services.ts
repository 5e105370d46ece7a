import { createGatewayKey, createGatewayKeyInput, createService, findGatewayKey } from '@/lib/keys/services'
import type { ProvisionParts } from './parts'
import { atPlace, type FilePlace } from './place'
import { provisionNamed } from './places'
import { provisionLasting } from './provision-thing'
import type { ProvisionedService } from './schemas'
import { readSecretText } from './secret-text'
import type { TeamWork } from './team-work'

/** Creates the services and gateway keys that never existed. A revoked gateway key stays revoked. */
export async function provisionServices(
  parts: ProvisionParts,
  work: TeamWork,
  services: readonly ProvisionedService[],
): Promise<void> {
  const { ctx } = work
  for (const [index, { name, gatewayKeys }] of services.entries()) {
    const place = [...work.place, 'services', index]
    const service = await atPlace(place, { name }, () =>
      provisionNamed(parts, work, { kind: 'service', name }, () => createService(ctx, { name })),
    )
    if (service.is === 'gone') continue
    for (const [number, given] of gatewayKeys.entries())
      await settleGatewayKey(parts, work, { serviceId: service.id, name, given }, [
        ...place,
        'gatewayKeys',
        number,
      ])
  }
}

interface GatewayKeyOfFile {
  readonly serviceId: string
  readonly name: string
  readonly given: ProvisionedService['gatewayKeys'][number]
}

async function settleGatewayKey(
  parts: ProvisionParts,
  { ctx, references }: TeamWork,
  { serviceId, name, given }: GatewayKeyOfFile,
  place: FilePlace,
): Promise<void> {
  const token = await atPlace([...place, 'token'], null, () => readSecretText(given.token, parts.places))
  await atPlace(place, given, async () => {
    const keyId = await references.find('key', given.key)
    const environmentId =
      given.environment === undefined ? '' : await references.find('environment', given.environment)
    if (keyId === null || environmentId === null) return
    await provisionLasting(
      parts,
      { kind: 'gateway key', name },
      {
        async find() {
          const found = await findGatewayKey(ctx, token)
          return found && { id: found.id, isGone: found.isRevoked }
        },
        make() {
          const { requestsPerSecond = '', expiresInDays = '', tellsBudget } = given
          const input = { serviceId, keyId, environmentId, requestsPerSecond, expiresInDays, tellsBudget }
          return createGatewayKey(ctx, createGatewayKeyInput.parse(input), token)
        },
      },
    )
  })
}
