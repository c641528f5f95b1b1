import { afterAll, expect, test } from 'vitest'
import { type ReceivedMail, startSmtp, type TestSmtp } from '../smtp-server.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { sendJson } from './send-json.ts'
import { createVisitor, type SitePage, type Visitor } from './visitor.ts'

let smtp: TestSmtp
/** With a mail server, which the shared site has not. */
const site = openIsolatedSite({
  env: async () => {
    smtp = await startSmtp()
    return { SMTP_URL: smtp.url }
  },
})
afterAll(() => smtp.close())

async function mailTo(address: string): Promise<ReceivedMail> {
  const find = () => smtp.received.find(({ envelope }) => envelope.to.includes(address))
  await expect.poll(() => find()?.subject).toBeDefined()
  return find()!
}

const linkIn = ({ text }: ReceivedMail, page: string) =>
  new RegExp(`${site.origin}/newsletter/${page}\\S+`).exec(text!)![0]

const headingOf = ({ document }: SitePage) => document.querySelector('h1')!.textContent

/** Submits the form with a button of this name. */
function press(visitor: Visitor, { screen }: SitePage, name: string): Promise<SitePage> {
  return visitor.submit(screen.getByText(name, { selector: 'button' }).closest('form')!)
}

function signUp(email: string) {
  return sendJson(createVisitor(), 'POST', `${site.origin}/api/subscribers`, { email })
}

async function subscriber(email: string) {
  const response = await site.owner.fetch(`${site.origin}/api/subscribers?q=${email}`)
  return ((await response.json()) as { id: number; source: string; status: string; frequency: string }[])[0]
}

test('without JavaScript signing up, confirming and leaving are pages with a button', async () => {
  const visitor = createVisitor()
  const page = await visitor.open(`${site.origin}/newsletter`)
  const form = page.document.querySelector('main input[name=email]')!.closest('form')!
  const done = await visitor.submit(form, { email: 'plain@mail.example' })
  expect(done.url).toBe(`${site.origin}/newsletter?subscribed=mail`)
  expect(headingOf(done)).toBe('Subscription successful!')
  expect(done.document.querySelector('main')!.textContent).toContain(
    'Please confirm it with the link in the mail we sent you.',
  )

  const mail = await mailTo('plain@mail.example')
  const confirm = await visitor.open(linkIn(mail, 'confirm'))
  expect(headingOf(confirm)).toBe('Confirm your subscription')
  expect(confirm.document.querySelector('meta[name=robots]')!.getAttribute('content')).toMatch(/noindex/)
  expect(headingOf(await press(visitor, confirm, 'Confirm my subscription'))).toBe('You are on the list')
  const again = await press(visitor, await visitor.open(linkIn(mail, 'confirm')), 'Confirm my subscription')
  expect(headingOf(again)).toBe('This link does not work any more')
  const leave = await visitor.open(linkIn(mail, 'unsubscribe'))
  expect(headingOf(await press(visitor, leave, 'Unsubscribe'))).toBe('You are unsubscribed')
})

test('without JavaScript the forms after an article and in the footer sign up, and say where', async () => {
  const send = async (path: string, name: string, email: string) => {
    const visitor = createVisitor()
    const { document } = await visitor.open(`${site.origin}${path}`)
    const form = document.querySelector<HTMLFormElement>(`form[aria-label="${name}"]`)!
    // A browser sends the name and the value of the button too.
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')!
    const field = document.createElement('input')
    Object.assign(field, { name: button.name, value: button.value })
    form.append(field)
    const done = await visitor.submit(form, { email })
    expect(done.url).toBe(`${site.origin}/newsletter?subscribed=mail`)
  }
  await send('/blog/retinol-for-beginners', 'Newsletter', 'article@mail.example')
  await send('/shop', 'Letters', 'footer@mail.example')
  expect((await subscriber('article@mail.example'))!.source).toBe('post')
  expect((await subscriber('footer@mail.example'))!.source).toBe('footer')
})

type StoredConsent = { act: string; text: string; form: string; page: string; language: string; policy: string }

test.for([
  { path: '/', form: 'home' },
  { path: '/newsletter', form: 'newsletter-page' },
  { path: '/blog/retinol-for-beginners', form: 'post' },
  { path: '/shop', form: 'footer' },
])('the words that are stored with a sign-up by the form of $path are those that it shows', async ({ path, form }) => {
  const visitor = createVisitor()
  const page = await visitor.open(`${site.origin}${path}`)
  const shown = page.document.querySelector<HTMLFormElement>('form[action="/newsletter"]')!
  const line = shown.querySelector('[name=terms]')!.closest('p')!
  expect(line.querySelector('a')!.getAttribute('href')).toBe('/privacy-policy')
  for (const word of ['Guides and finds', 'now and then', 'affiliate links', 'Unsubscribe', 'Privacy Policy'])
    expect(line.textContent).toContain(word)
  const email = `words-${form}@mail.example`
  await visitor.submit(shown, { email })

  const { id } = (await subscriber(email))!
  const record = await site.owner.fetch(`${site.origin}/api/subscribers/${id}`)
  const { consents } = (await record.json()) as { consents: StoredConsent[] }
  const signedUp = consents.find(({ act }) => act === 'signed-up')!
  expect(signedUp).toMatchObject({
    form,
    page: path,
    language: 'en',
    policy: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
  })
  const [invitation, terms] = signedUp.text.split('\n')
  expect(terms).toBe(line.textContent)
  // Near the form: in its section or within it.
  expect(shown.closest('section, main, footer')!.textContent).toContain(invitation)
})

test('the link of a mail leads to choices, which only a button makes', async () => {
  const email = 'choosing@mail.example'
  await signUp(email)
  const visitor = createVisitor()
  const mail = await mailTo(email)
  await press(visitor, await visitor.open(linkIn(mail, 'confirm')), 'Confirm my subscription')
  const link = linkIn(mail, 'unsubscribe')
  for (const method of ['GET', 'HEAD']) expect((await visitor.fetch(link, { method })).status).toBe(200)
  const switchDigest = async (isOn: boolean) => {
    const data = { isOn, every: 'week', weekday: 1, day: 1, hour: 9, subject: 'New on the blog', intro: '' }
    const response = await sendJson(site.owner, 'PUT', `${site.origin}/api/digest`, data)
    expect(response.status, await response.clone().text()).toBe(200)
  }
  const check = (page: SitePage, title: string, ...offers: string[]) => {
    expect(headingOf(page)).toBe(title)
    const buttons = [...page.document.querySelectorAll('main button')].map(({ textContent }) => textContent)
    if (offers.length > 0) expect(buttons).toEqual(offers)
  }
  check(await visitor.open(link), 'Unsubscribe', 'Unsubscribe')
  await switchDigest(true)
  let page = await visitor.open(link)
  check(page, 'Unsubscribe', 'Unsubscribe', 'Fewer letters: only the digest')
  page = await press(visitor, page, 'Fewer letters: only the digest')
  check(page, 'Fewer letters', 'All newsletters again', 'Unsubscribe')
  await switchDigest(false)
  page = await visitor.open(link)
  check(page, 'Unsubscribe', 'Unsubscribe', 'All newsletters again')
  page = await press(visitor, page, 'All newsletters again')
  check(page, 'All newsletters again', 'Unsubscribe')
  page = await press(visitor, page, 'Unsubscribe')
  check(page, 'You are unsubscribed')
  page = await visitor.open(link)
  check(page, 'You are unsubscribed', 'Come back')
  check(await press(visitor, page, 'Come back'), 'Welcome back')
  expect(await subscriber(email)).toMatchObject({ status: 'active', frequency: 'all' })
})

test('a reader whose address the owner has stopped confirms, and learns that mail stays stopped', async () => {
  const email = 'stopped@mail.example'
  const stopped = await sendJson(site.owner, 'POST', `${site.origin}/api/suppressions`, { emails: [email] })
  expect(stopped.status).toBe(200)
  await signUp(email)
  const visitor = createVisitor()
  const confirm = await visitor.open(linkIn(await mailTo(email), 'confirm'))
  const page = await press(visitor, confirm, 'Confirm my subscription')
  expect(headingOf(page)).toBe('Mail to this address is stopped')
  expect(page.document.body.textContent).not.toContain('You are on the list')
  expect(page.screen.getByText('Contact', { selector: 'main a' }).getAttribute('href')).toBe('/contact')
})

test('a reader who presses too often gets a page that says to wait', async () => {
  const email = 'hasty@mail.example'
  await signUp(email)
  const link = linkIn(await mailTo(email), 'unsubscribe')
  const visitor = createVisitor()
  const page = await visitor.open(`${link}&state=done`)
  for (let time = 0; time < 10; time++) await press(visitor, page, 'Come back')
  const refused = await press(visitor, page, 'Come back')
  expect(refused.response.status).toBe(429)
  expect(refused.document.querySelector('[role=alert]')!.textContent).toBe(
    'That was a little fast. Please try again in a moment.',
  )
  expect(refused.screen.getByText('Come back', { selector: 'button' })).toBeDefined()
})

test('an incomplete link shows an error', async () => {
  const visitor = createVisitor()
  expect(headingOf(await visitor.open(`${site.origin}/newsletter/confirm`))).toBe('This link does not work any more')
  expect(headingOf(await visitor.open(`${site.origin}/newsletter/unsubscribe`))).toBe('This link is not complete')
})
