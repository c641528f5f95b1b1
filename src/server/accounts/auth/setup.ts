import { createHash, randomBytes } from 'node:crypto'
import type { SetupInput } from '../../../contract/accounts/account.ts'
import type { User } from '../../../contract/accounts/auth.ts'
import { commandLine } from '../../platform/command-line.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { createUser, hasUsers } from '../users/users.repo.ts'
import { hashPassword } from './passwords.ts'
import { consumeSetupLink, isSetupLink, replaceSetupLink } from './setup-links.repo.ts'
import type { RejectWeakPassword } from './weak-password.ts'

export type Setup = ReturnType<typeof createSetup>

/** Lifetime of a setup link, in milliseconds. */
const LINK_AGE = 24 * 60 * 60 * 1000

/** The token of a new setup link, which replaces all earlier ones; undefined if an account exists. */
export async function createSetupToken(db: Db, now: Date): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined
  const token = randomBytes(32).toString('base64url')
  await replaceSetupLink(db, hashToken(token), new Date(now.getTime() + LINK_AGE).toISOString())
  return token
}

type SetupParts = {
  db: Db
  clock: () => Date
  rejectWeakPassword: RejectWeakPassword
  announce(db: Db): Promise<void>
}

/** Creates the first account of a site with the link that its start printed. */
export function createSetup({ db, clock, rejectWeakPassword, announce }: SetupParts) {
  return {
    async createOwner({ token, username, password }: SetupInput): Promise<User> {
      const tokenHash = hashToken(token)
      // Only a holder of the link makes the server hash.
      if (!(await isSetupLink(db, tokenHash, clock().toISOString()))) throw invalidLink()
      await rejectWeakPassword(password, 'password')
      const passwordHash = await hashPassword(password)
      return db.transaction().execute(async (transaction) => {
        const isRight = await consumeSetupLink(transaction, tokenHash, clock().toISOString())
        if (!isRight || (await hasUsers(transaction))) throw invalidLink()
        const id = await createUser(transaction, {
          username,
          password_hash: passwordHash,
          name: username,
          bio: '',
          image: null,
          is_demo: false,
          created_at: clock().toISOString(),
        })
        await announce(transaction)
        return { id, username, name: username }
      })
    },
  }
}

const invalidLink = () =>
  new HttpError(
    403,
    `This setup link is not valid any more. Start Dewlight again to get a new one, or run: ${commandLine('admin', 'create')}`,
  )

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
