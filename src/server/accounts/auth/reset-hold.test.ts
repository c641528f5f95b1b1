import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { areResetLinksHeld } from './reset-hold.repo.ts'

const OLD = 'hello@dewlight.example'

async function siteWithMail() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  await app.asOwner('/api/auth/user')
  const mailsFor = async (act: () => Promise<unknown>) => {
    const before = smtp.received.length
    await act()
    await app.sendMail()
    return smtp.received.slice(before)
  }
  return { ...app, mailsFor }
}

const changeEmail = ({ asOwner }: Pick<TestApp, 'asOwner'>, email: string) =>
  asOwner('/api/settings', { method: 'PUT', json: { email } })
const requestLink = ({ request }: Pick<TestApp, 'request'>) =>
  request('/forgot-password', {
    body: 'username=nora',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

test('a changed email is reported to the former one, and gets no link for a new password for a day', async () => {
  const site = await siteWithMail()
  const reports = await site.mailsFor(() => changeEmail(site, 'new@dewlight.example'))
  expect(reports).toMatchObject([
    { to: [{ address: OLD }], subject: 'The email of Dewlight was changed to new@dewlight.example' },
  ])
  expect(reports[0]!.text).toContain('npm run admin -- reset')
  site.setNow('2026-03-11T14:59:59.000Z')
  const [held] = await site.mailsFor(() => requestLink(site))
  expect(held).toMatchObject({ to: [{ address: 'new@dewlight.example' }], subject: 'A new password for Dewlight' })
  expect(held!.text).not.toContain('/reset-password?token=')
  expect(held!.text).toContain('npm run admin -- reset')
  site.setNow('2026-03-11T15:00:00.000Z')
  const [mailed] = await site.mailsFor(() => requestLink(site))
  expect(mailed!.text).toContain('/reset-password?token=')
})

test('saving the same email holds nothing back', async () => {
  const site = await siteWithMail()
  expect(await site.mailsFor(() => changeEmail(site, OLD))).toEqual([])
  const [mailed] = await site.mailsFor(() => requestLink(site))
  expect(mailed!.text).toContain('/reset-password?token=')
})

test('another mail server holds links back, the first one does not', async () => {
  const { asOwner, db } = await testApp()
  const isHeld = () => areResetLinksHeld(db, '2026-03-10T15:00:00.000Z')
  const json = { host: 'smtp.mail.example', port: 465, security: 'tls', user: '', fromName: '', fromAddress: '' }
  const save = (changes: object) => asOwner('/api/mails/settings', { method: 'PUT', json: { ...json, ...changes } })
  await save({})
  await save({ fromName: 'Nora' })
  expect(await isHeld()).toBe(false)
  await save({ host: 'smtp.evil.example' })
  expect(await isHeld()).toBe(true)
})
