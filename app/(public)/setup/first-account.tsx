import { Text } from '@mantine/core'
import { currentVisitor } from '@/app/_server'
import { AppError } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { requireSetupProof } from '@/lib/teams/accounts'
import { AccountStep } from './first-steps'

/** Shows the form for the first account to those who may fill it in; tells the others where the link is. */
export async function FirstAccount({ token }: { readonly token: string }) {
  const refusal = await refusalOf(token)
  return refusal === null ? <AccountStep token={token} /> : <Text>{refusal}</Text>
}

async function refusalOf(token: string): Promise<string | null> {
  try {
    await requireSetupProof(currentRuntime().accounts, { ...(await currentVisitor()), token })
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
