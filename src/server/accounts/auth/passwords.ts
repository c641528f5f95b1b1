/** Loaded with the first password, to keep the start fast. */
const loadArgon2 = () => import('@node-rs/argon2')

/** argon2id with OWASP's first recommendation for it: 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes the NFC form, so that a password with accents is the same on every keyboard. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await loadArgon2()
  return hash(password.normalize('NFC'), options)
}

/** True for a password in any Unicode form: older versions hashed it in the form of the keyboard. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await loadArgon2()
  for (const form of formsOf(password)) if (await verify(passwordHash, form)) return true
  return false
}

const formsOf = (password: string) => new Set([password.normalize('NFC'), password, password.normalize('NFD')])

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that response times do not reveal which usernames exist. */
export async function simulateVerification(password: string): Promise<false> {
  decoy ??= hashPassword('decoy')
  await verifyPassword(await decoy, password)
  return false
}
