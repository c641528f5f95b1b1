import { hash, verify } from '@node-rs/argon2'

/** argon2id with OWASP's first recommendation for it: 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that response times do not reveal which usernames exist. */
export async function simulateVerification(password: string): Promise<false> {
  decoy ??= hashPassword('decoy')
  await verify(await decoy, password)
  return false
}
