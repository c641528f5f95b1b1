import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth'
import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, inject, test } from 'vitest'
import { demoNewsletters } from '../demo/content/newsletters.ts'
import { seedDemo } from '../demo/seed/seed-demo.ts'
import { compileTemplate } from '../src/contract/audience/merge-fields.ts'
import { NEWSLETTER_HTML_MAX } from '../src/contract/audience/newsletter-mail.ts'
import { composeNewsletter } from '../src/server/app/newsletter-composing/compose-newsletter.ts'
import { makeDueDigest } from '../src/server/app/newsletter-composing/make-digest.ts'
import { createClickKey } from '../src/server/audience/newsletter-sending/click-key.ts'
import { createNewsletterMessages } from '../src/server/audience/newsletter-sending/newsletter-message.ts'
import { renderNewsletter } from '../src/web/newsletter/render-newsletter.tsx'
import { listProblems } from './mail-support.ts'
import { testApp } from './test-app.ts'

// The content of a mail does not depend on the database.
const check = test.skipIf(inject('databaseUrl') !== undefined)

const timeout = { timeout: 120_000 }
const today = new Date('2026-03-10T15:00:00.000Z')
const reader = { id: 5, email: 'ann@example.com', name: 'Änn', unsubscribe_token: '0123456789abcdef0123456789abcdef' }

type Mail = { name: string; raw: string; subject: string; html: string; text: string }
let composed: Promise<Mail[]> | undefined
/** Composed once, in the first test. */
const composeAll = () => (composed ??= compose())

/** Each newsletter of the demo, and its digest, as the sender hands it to a mail server. */
/** As on a public site; receivers accept only https for the one-click request. */
const ORIGIN = 'https://dewlight.example'

async function compose(): Promise<Mail[]> {
  const mails: Mail[] = []
  const app = await testApp({ smtpUrl: 'smtp://127.0.0.1:9' })
  await seedDemo(app.db, { media: app.media, today, demoDir: 'demo' })
  const digest = {
    isOn: true,
    every: 'month',
    weekday: 1,
    day: 1,
    hour: 9,
    subject: 'New on the blog',
    intro: 'Hello {{name}},',
  }
  app.setNow('2026-01-15T15:00:00.000Z')
  const saved = await app.asOwner('/api/digest', { method: 'PUT', json: digest })
  expect(saved.status, await saved.clone().text()).toBe(200)
  await makeDueDigest(app.db, () => today)
  const rows = await app.db
    .selectFrom('posts')
    .innerJoin('newsletters', 'newsletters.post_id', 'posts.id')
    .select(['posts.id', 'posts.slug', 'newsletters.kind'])
    .orderBy('posts.id')
    .execute()
  for (const { id, slug, kind } of rows) {
    const newsletter = (await composeNewsletter(app.db, id, { origin: ORIGIN, renderNewsletter, now: today }))!
    const { subject, html, text, slug: page } = newsletter.content
    const { countsClicks } = newsletter.newsletter
    const frozen = { id, subject, html, text, slug: page, countsClicks }
    const toMessage = await createNewsletterMessages(
      frozen,
      { name: 'Nora Ellery', address: 'hello@dewlight.example' },
      { origin: ORIGIN, clock: () => today, messageIdOf: () => `<newsletter-${id}@dewlight.example>` },
    )
    const leave = `${ORIGIN}/newsletter/unsubscribe?token=${reader.unsubscribe_token}&newsletter=${id}`
    const clickKey = createClickKey({ newsletterId: id, recipientId: reader.id, token: reader.unsubscribe_token })
    const values = {
      name: reader.name,
      email: reader.email,
      unsubscribe_url: leave,
      preferences_url: leave,
      click_key: clickKey,
      browser_url: `${ORIGIN}/letters/${countsClicks ? `link/${id}/page/${clickKey}` : page}`,
    }
    mails.push({
      name: kind === 'digest' ? 'digest' : slug,
      raw: (await toMessage(reader)).toString('latin1'),
      subject: compileTemplate(subject, 'subject')(values),
      html: compileTemplate(html, 'html')(values),
      text: compileTemplate(text, 'text')(values),
    })
  }
  return mails
}

check('the newsletters of the demo, and a digest of its posts, are looked at', timeout, async () => {
  const mails = await composeAll()
  expect(mails.map(({ name }) => name).toSorted()).toEqual(
    [...demoNewsletters.map(({ slug }) => slug), 'digest'].toSorted(),
  )
})

check('each is read back as it was written', timeout, async () => {
  const mails = await composeAll()
  const normal = (text: string | undefined) => text?.replace(/\r\n/g, '\n').replace(/\n+$/, '')
  for (const { name, raw, subject, html, text } of mails) {
    const parsed = await PostalMime.parse(raw)
    expect(parsed.subject, name).toBe(subject)
    expect(normal(parsed.html), name).toBe(normal(html))
    expect(normal(parsed.text), name).toBe(normal(text))
    expect(parsed.from, name).toEqual({ name: 'Nora Ellery', address: 'hello@dewlight.example' })
    expect(parsed.attachments, name).toEqual([])
    expect(html, name).not.toContain('{{')
    expect(text, name).toContain(reader.unsubscribe_token)
    expect(Buffer.byteLength(html), name).toBeLessThan(NEWSLETTER_HTML_MAX)
  }
})

check('each has the lines and headers that RFC 5322, 2369, 2919 and 8058 ask for', timeout, async () => {
  const mails = await composeAll()
  for (const { name, raw } of mails) {
    expect(raw.replaceAll('\r\n', ''), name).not.toMatch(/[\r\n]/)
    expect(raw, name).toMatch(/^[\r\n\t\x20-\x7e]*$/)
    expect(Math.max(...raw.split('\r\n').map(({ length }) => length)), name).toBeLessThanOrEqual(998)
    const [head] = raw.split('\r\n\r\n')
    const url = `https://[^>]+/newsletter/unsubscribe\\?token=${reader.unsubscribe_token}&newsletter=\\d+`
    expect(head!.match(new RegExp(`^List-Unsubscribe: <${url}>\r$`, 'gm')), name).toHaveLength(1)
    expect(head!.match(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/gm), name).toHaveLength(1)
    for (const header of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'List-Id', 'MIME-Version'])
      expect(head!.match(new RegExp(`^${header}: .`, 'gim')), `${name} ${header}`).toHaveLength(1)
  }
})

check('a DKIM signature over each is valid, and over a changed one is not', timeout, async () => {
  const mails = await composeAll()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: {
      domainName: 'dewlight.example',
      keySelector: 'mail',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      headerFieldNames: 'from:to:subject:date:message-id:list-unsubscribe:list-unsubscribe-post:mime-version',
    },
  })
  const resultOf = async (message: string | Buffer) => {
    const { results } = await dkimVerify(message, { resolver: async () => [[`v=DKIM1; k=rsa; p=${key}`]] })
    return results.map(({ status, signingHeaders }) => [
      status.result,
      /list-unsubscribe-post/i.test(String(signingHeaders?.keys)),
    ])
  }
  for (const { name, raw } of mails) {
    const envelope = { from: 'hello@dewlight.example', to: [reader.email] }
    const { message } = await transport.sendMail({ raw: Buffer.from(raw, 'latin1'), envelope })
    const signed = (message as Buffer).toString('latin1')
    expect(await resultOf(Buffer.from(signed, 'latin1')), name).toEqual([['pass', true]])
    const changed = signed.replace('List-Unsubscribe: <', 'List-Unsubscribe: <x')
    expect((await resultOf(Buffer.from(changed, 'latin1')))[0]![0], name).toBe('fail')
  }
})

check('Gmail, Outlook and Apple Mail show each', timeout, async () => {
  const mails = await composeAll()
  for (const { name, html } of mails) expect(listProblems(html), name).toEqual([])
})

check('each is complete without pictures: every one has words and a size', timeout, async () => {
  for (const { name, html } of await composeAll())
    for (const [image] of html.matchAll(/<img [^>]*>/g)) {
      expect(image, name).toMatch(/ width="\d+"/)
      expect(image, name).toMatch(/ alt="[^"]+"/)
    }
})
