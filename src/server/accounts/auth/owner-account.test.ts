import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { migrateToLatest } from '../../platform/db/migrate.ts'
import { findUserByName, listUsers } from '../users/users.repo.ts'
import { verifyPassword } from './passwords.ts'
import { createSession } from './sessions.repo.ts'

/** `npm run admin` on a fresh database. */
async function terminal() {
  const { db, dataDir, databaseUrl } = await emptyDatabase()
  await migrateToLatest(db)
  const run = async (args: string[], input = '') => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', ADMIN_USERNAME: '', SITE_URL: '' }
    const running = promisify(execFile)(process.execPath, [path.resolve('src/cli.ts'), 'admin', ...args], { env })
    running.child.stdin!.end(input)
    return running.then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr.trim() }),
    )
  }
  const accepts = async (username: string, password: string) =>
    verifyPassword((await findUserByName(db, username))!.password_hash, password)
  return { db, run, accepts }
}

test('create makes the owner’s account once, with a password from standard input', async () => {
  const { db, run, accepts } = await terminal()
  const made = await run(['create', '--username', 'nora'], 'a long enough password\n')
  expect(made).toEqual({ code: 0, text: 'The account "nora" is made. Sign in at http://localhost:3000/login\n' })
  expect(await accepts('nora', 'a long enough password')).toBe(true)
  expect(await run(['create', '--username', 'ida', '--generate'])).toEqual({
    code: 1,
    text: 'There is an account already: "nora". To set a new password: npm run admin -- reset',
  })
  expect((await countRows(db)).users).toBe(1)
})

test('create takes over the demo account, which stays the author', async () => {
  const { db, run, accepts } = await terminal()
  const id = await makeUser(db, { username: 'admin', is_demo: true })
  await run(['create', '--username', 'nora'], 'a long enough password')
  const users = await listUsers(db)
  expect(users.map((user) => [user.id, user.username, Boolean(user.is_demo)])).toEqual([[id, 'nora', false]])
  expect(await accepts('nora', 'a long enough password')).toBe(true)
})

test('reset sets a generated password and revokes sessions, two-step verification and passkeys', async () => {
  const { db, run, accepts } = await terminal()
  const id = await makeUser(db)
  await createSession(db, id, new Date())
  await db.insertInto('two_factor').values({ user_id: id, secret: 'x', confirmed_at: null, last_step: 0 }).execute()
  await db.insertInto('recovery_codes').values({ user_id: id, code_hash: 'x', used_at: null }).execute()
  const { code, text } = await run(['reset', '--generate'])
  expect(code).toBe(0)
  expect(await accepts('nora', /^Password: (\S{24})$/m.exec(text)![1]!)).toBe(true)
  expect(await countRows(db)).toMatchObject({ users: 1, sessions: 0, two_factor: 0, recovery_codes: 0, passkeys: 0 })
})

test('without an account, reset says how to make one', async () => {
  const { run } = await terminal()
  expect(await run(['reset'])).toEqual({
    code: 1,
    text: 'There is no account yet. To make one: npm run admin -- create',
  })
})

test('a missing or unknown action fails with the usage', async () => {
  const { run } = await terminal()
  const [missing, unknown] = await Promise.all([run([]), run(['destroy'])])
  expect(missing.text).toMatch(/^npm run admin -- create /)
  expect(unknown.code).toBe(1)
})

test('another username or a short password changes nothing, which is said in one sentence', async () => {
  const { db, run, accepts } = await terminal()
  await makeUser(db)
  expect((await run(['reset', '--username', 'ida'])).text).toBe('There is no account "ida", but "nora".')
  expect((await run(['reset'], 'short\n')).text).toBe('Please use at least 12 characters. Nothing was changed.')
  expect(await accepts('nora', 'a long enough password')).toBe(true)
})
