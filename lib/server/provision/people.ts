import { invalid, type Secret } from '@/lib/kernel'
import { line } from '@/lib/platform/input'
import { addAccount, findAccount, isInstalled, newAccountInput } from '@/lib/teams/accounts'
import { PROVISIONING } from './actor'
import type { ProvisionParts } from './parts'
import { atPlace, FileFault, type FilePlace } from './place'
import { provisionThing } from './provision-thing'
import type { ProvisionFile } from './schemas'
import { readSecretText } from './secret-text'

/** Creates the accounts of the file that never existed. An existing account stays as its person has it. */
export async function provisionPeople(parts: ProvisionParts, people: ProvisionFile['people']): Promise<void> {
  const hasAdmin = people.some(({ isInstallationAdmin }) => isInstallationAdmin)
  if (people.length > 0 && !hasAdmin && !(await isInstalled(parts.db)))
    throw new FileFault(
      ['people'],
      'Purser has no account yet, so one of these must look after the installation: set isInstallationAdmin to true.',
    )
  for (const [place, person] of people.entries()) {
    const { email, name, isInstallationAdmin } = person
    await atPlace(['people', place], person, () =>
      provisionThing(
        parts,
        { teamId: '', kind: 'person', name: email },
        {
          find: () => findAccount(parts.db, email),
          isThere: async () => false,
          async make() {
            const password = await passwordOf(parts, ['people', place, 'password'], person.password)
            return addAccount(parts, { name, email, password, isInstallationAdmin }, PROVISIONING.name)
          },
        },
      ),
    )
  }
}

/** No password field accepts line breaks or other control characters. */
const typeable = line(newAccountInput.shape.password)

const passwordOf = async (
  { places }: ProvisionParts,
  place: FilePlace,
  text: string | undefined,
): Promise<Secret | null> =>
  text === undefined
    ? null
    : atPlace(place, null, async () => {
        const password = await readSecretText(text, places, { isPassword: true })
        const { success, error } = typeable.safeParse(password.reveal())
        if (!success) throw invalid(error.issues[0]?.message ?? 'Choose another password.')
        return password
      })
