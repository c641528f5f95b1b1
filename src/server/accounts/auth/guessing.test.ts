import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { type RequestOptions, testApp } from '../../../../test/test-app.ts'

const start = Date.parse('2026-03-10T15:00:00.000Z')
const { password } = ownersWords

/** Everything that compares a password in an open session. */
const checks = ['change', 'change-to-the-password', 'two-factor', 'recovery-codes', 'removal', 'passkey'] as const
type Check = (typeof checks)[number]

function requestOf(check: Check, guess: string, key: string | undefined): [path: string, options: RequestOptions] {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  const put = (json: object): RequestOptions => ({ method: 'PUT', json, headers })
  switch (check) {
    case 'change':
      return ['/api/auth/password', put({ currentPassword: guess, newPassword: 'another long password' })]
    case 'change-to-the-password':
      return ['/api/auth/password', put({ currentPassword: guess, newPassword: password })]
    case 'two-factor':
      return ['/api/auth/two-factor', { json: { password: guess }, headers }]
    case 'recovery-codes':
      return ['/api/auth/two-factor/recovery-codes', { json: { password: guess }, headers }]
    case 'removal':
      return ['/api/auth/two-factor/removal', { json: { password: guess }, headers }]
    case 'passkey':
      return ['/api/auth/passkeys/options', { json: { password: guess }, headers }]
  }
}

const step = fc.record({
  check: fc.constantFrom(...checks),
  guess: fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0')),
  key: fc.option(fc.constantFrom('a-key-of-a-thief', 'another-key-of-it'), { nil: undefined }),
  /** Seconds until the next attempt. */
  wait: fc.constantFrom(0, 0, 0, 1, 4, 5, 11),
})

test('no order of requests with a stolen session compares more passwords than the throttle allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 25 }), async (steps) => {
      const app = await testApp()
      await makeUser(app.db)
      const thief = makeBrowser(app)
      await thief.signIn()
      let [seconds, failures, pausedUntil] = [0, 0, 0]
      for (const { check, guess, key, wait } of steps) {
        const { status } = await thief.request(...requestOf(check, guess, key))
        const isPaused = seconds < pausedUntil
        expect(status, `${check} after ${failures} failures and ${seconds} s`).toBe(isPaused ? 429 : 400)
        if (!isPaused) {
          failures += 1
          pausedUntil = failures < 5 ? 0 : seconds + 5 * 2 ** (failures - 5)
        }
        seconds += wait
        app.setNow(new Date(start + seconds * 1000).toISOString())
      }
      // Not even the right password is confirmed during the pause.
      if (seconds < pausedUntil)
        for (const check of checks)
          if (check !== 'change-to-the-password')
            expect((await thief.request(...requestOf(check, password, undefined))).status, check).toBe(429)
      const { password_hash } = await app.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
      const [entry] = await app.db
        .selectFrom('audit_log')
        .select((eb) => eb.fn.sum<number>('times').as('times'))
        .where('path', '=', '/auth/wrong-password')
        .execute()
      expect(Number(entry!.times)).toBe(failures)
      expect(password_hash).toMatch(/^\$argon2id\$/)
    }),
    { numRuns: 6, seed: Number(process.env.FUZZ_SEED ?? 20_260_310), endOnFailure: true },
  )
}, 60_000)
