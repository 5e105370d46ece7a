import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const LONGEST_PASSWORD = 256

/** The argon2id hash of a password, with its salt and cost (PHC string). */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let decoy: Promise<string> | undefined

/** Whether the password is right. For an unknown user pass null: it takes as long, so nobody learns who exists. */
export async function passwordFits(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no such user')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return passwordHash !== null && fits
}
