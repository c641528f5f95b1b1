import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { demoPassword } from './owner.ts'
import type { SiteUnderTest } from './site.ts'

/** The owner's changes of password, each cut off by a fault and repeated by its idempotency key. */
export function createPasswordChanges({ origin }: SiteUnderTest, cookie: string) {
  let password = demoPassword
  let changes = 0
  let key = ''

  const nextPassword = () => `password number ${changes + 1}`
  const put = (headers: Record<string, string>) =>
    fetch(`${origin}/api/auth/password`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie, ...headers },
      body: JSON.stringify({ currentPassword: password, newPassword: nextPassword() }),
    })

  return {
    /** Sends a change whose response may be lost. */
    async begin(): Promise<void> {
      key = randomUUID()
      await put({ 'idempotency-key': key }).catch(() => undefined)
    },
    /** Repeats it after the fault. Returns a sentence for each problem. */
    async check(db: Db): Promise<string[]> {
      const wrong: string[] = []
      const expect = (what: string, status: number, expected: number) => {
        if (status !== expected) wrong.push(`${what} was answered with ${status} instead of ${expected}`)
      }
      expect('the repeated change of password', (await put({ 'idempotency-key': key })).status, 200)
      const again = await put({ 'idempotency-key': key })
      expect('its second repeat', again.status, 200)
      if (again.headers.get('idempotent-replayed') !== 'true') wrong.push('the password was changed twice')
      expect('the change without its key', (await put({})).status, 400)
      password = nextPassword()
      changes += 1
      const { count } = await db
        .selectFrom('audit_log')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('path', '=', '/auth/password')
        .executeTakeFirstOrThrow()
      if (Number(count) !== changes) wrong.push(`${changes} changes of password, but ${count} in the audit trail`)
      return wrong
    },
  }
}
