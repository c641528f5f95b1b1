import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IsolatedSite, startIsolatedSite } from '../browser/isolated-site.ts'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { startSmtp, type TestSmtp } from '../smtp-server.ts'
import { createVisitor, type SitePage } from './visitor.ts'

/** Uses a site of its own, since the password changes. */
let site: IsolatedSite
let smtp: TestSmtp

beforeAll(async () => {
  smtp = await startSmtp()
  site = await startIsolatedSite(await freePort(), { env: { SMTP_URL: smtp.url } })
})

afterAll(async () => {
  await site.stop()
  await smtp.close()
})

test('a lost password is replaced by the link of a mail, without JavaScript', async () => {
  const visitor = createVisitor()
  /** Fills fields by their labels, and presses the button. */
  const submit = ({ screen }: SitePage, button: string, values: Record<string, string>) => {
    const named = Object.entries(values).map(([label, value]) => [
      (screen.getByLabelText(label) as HTMLInputElement).name,
      value,
    ])
    const { form } = screen.getByRole('button', { name: button, hidden: true }) as HTMLButtonElement
    return visitor.submit(form!, Object.fromEntries(named))
  }
  const requested = await submit(await visitor.open(`${site.origin}/forgot-password`), 'Send me a link', {
    Username: owner.username,
  })
  requested.screen.getByText(/a link is on its way/)
  const linkIn = () =>
    smtp.received
      .flatMap(({ text }) => /http:\/\/localhost:\d+\/reset-password\?token=[\w-]+/.exec(text ?? '')?.[0] ?? [])
      .at(-1)
  await expect.poll(linkIn).toBeDefined()
  const tooShort = await submit(await visitor.open(linkIn()!), 'Set new password', { 'New password': 'short' })
  tooShort.screen.getByText('Please use at least 12 characters', { selector: 'form *' })
  const login = await submit(tooShort, 'Set new password', { 'New password': 'a new and long password' })
  login.screen.getByText(/Your new password is set, and every device is signed out\./)
  const admin = await submit(login, 'Login', { Username: owner.username, Password: 'a new and long password' })
  expect(admin.url).toBe(`${site.origin}/admin`)
  expect((await visitor.fetch(`${site.origin}/api/auth/user`)).status).toBe(200)
})
