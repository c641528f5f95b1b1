import { Hono } from 'hono'
import { PasswordCheck } from '../../../contract/account.ts'
import { PasskeyInput, PasskeyName } from '../../../contract/passkeys.ts'
import { Id } from '../../../contract/paths.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Db } from '../../platform/db/schema.ts'
import { badRequest, notFound } from '../../platform/http/errors.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam } from '../../platform/http/validate.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { deletePasskey, listPasskeys, renamePasskey } from './passkeys.repo.ts'
import type { Passkeys } from './passkeys.ts'

export type PasskeyOptions = {
  db: Db
  reads: Reads
  owner: OwnerGuard
  passkeys: Passkeys
  confirmPassword: ConfirmPassword
}

/** The owner's passkeys. The challenge makes a registration act once; the rest is the same when it comes twice. */
export function passkeyRoutes({ db, reads, owner, passkeys, confirmPassword }: PasskeyOptions) {
  return new Hono()
    .get('/auth/passkeys', owner, async (c) => c.json(await listPasskeys(db, c.var.user.id)))
    .post('/auth/passkeys/options', owner, async (c) => {
      const { password } = await readBody(c, PasswordCheck)
      await confirmPassword(c.var.user.id, password)
      return c.json(await passkeys.registrationOptions(c.var.user, (await reads.site()).brand))
    })
    .post('/auth/passkeys', owner, async (c) => {
      const input = await readBody(c, PasskeyInput)
      c.set('subject', input.name)
      const passkey = await passkeys.register(c.var.user.id, input)
      if (!passkey) throw badRequest('This passkey could not be registered. Please try again.')
      return c.json(passkey, 201)
    })
    .put('/auth/passkeys/:id', owner, async (c) => {
      const id = readParam(c, 'id', Id, 'Passkey not found')
      const { name } = await readBody(c, PasskeyName)
      c.set('subject', name)
      const passkey = await renamePasskey(db, c.var.user.id, id, name)
      if (!passkey) throw notFound('Passkey not found')
      return c.json(passkey)
    })
    .delete('/auth/passkeys/:id', owner, async (c) => {
      const name = await deletePasskey(db, c.var.user.id, readParam(c, 'id', Id, 'Passkey not found'))
      if (name === undefined) throw notFound('Passkey not found')
      c.set('subject', name)
      return c.json({})
    })
}
