import { expect, test } from 'vitest'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import { invitations, type SignUpForm } from '../../../contract/audience/invitations.ts'
import { signUpKey } from '../../../contract/audience/sign-up-words.ts'
import type { Consent, SubscriberRecord } from '../../../contract/audience/subscriber-list.ts'
import { recordPolicyVersion } from '../../accounts/policy-versions/policy-versions.repo.ts'

const WORDS = `New guides for beginners, now and then, and nothing you did not ask for.
Guides and finds, now and then, with affiliate links. Unsubscribe any time. Privacy Policy`
const NOT_KNOWN = 'The words of the form are not known: it was none of this site, or had others than now.'

async function signUp({ request, asOwner }: TestApp, json: object, headers: Record<string, string> = {}) {
  const email = 'ann@example.com'
  expect((await request('/api/subscribers', { json: { email, ...json }, headers })).status).toBe(201)
  const [{ id } = { id: 0 }] = (await (await asOwner(`/api/subscribers?q=${email}`)).json()) as { id: number }[]
  const { consents } = (await (await asOwner(`/api/subscribers/${id}`)).json()) as SubscriberRecord
  return consents.at(-1)!
}

const keyOf = (form: SignUpForm, rhythm?: string) => signUpKey(form, invitations[form], rhythm)

const fromPage = (page: string) => ({ referer: `${TEST_ORIGIN}${page}` })

test('a sign-up keeps the words of its form, with form, page, language and policy', async () => {
  const app = await testApp()
  const signedUp = await signUp(app, { terms: keyOf('newsletter-page') }, fromPage('/newsletter?from=pin'))
  expect(signedUp).toEqual({
    act: 'signed-up',
    source: 'Newsletter form of the site',
    text: WORDS,
    at: '2026-03-10T15:00:00.000Z',
    form: 'newsletter-page',
    page: '/newsletter',
    language: 'en',
    policy: '2024-06-14',
  })
  const exported = await app.asOwner('/api/personal-data/export', { json: { email: 'ann@example.com' } })
  const { subscriber } = (await exported.json()) as { subscriber: { consents: Consent[] } }
  expect(subscriber.consents).toEqual([signedUp])
})

test('a form sends a key alone: words that the site does not know are not stored as agreed to', async () => {
  const app = await testApp()
  const forged = await signUp(app, { terms: 'I agree to all', source: 'home' })
  expect(forged).toMatchObject({ act: 'signed-up', text: NOT_KNOWN, form: null, page: null, policy: null })
  const without = await signUp(app, {}, { referer: 'https://elsewhere.example/page' })
  expect(without).toMatchObject({ text: NOT_KNOWN, page: null })
})

test('the owner’s words about how often are shown on pages, and stored while the form shows them', async () => {
  const app = await testApp()
  const former = keyOf('home')
  const change = { newsletterRhythm: 'once a week' }
  expect((await app.asOwner('/api/settings', { method: 'PUT', json: change })).status).toBe(200)
  expect(await (await app.request('/api/site')).json()).toMatchObject({ letterRhythm: 'once a week' })
  const signedUp = await signUp(app, { terms: keyOf('home', 'once a week') })
  expect(signedUp.text).toContain('\nGuides and finds, once a week, with')
  expect((await signUp(app, { terms: former })).text).toBe(NOT_KNOWN)
})

test('the version of the policy is the one that readers see', async () => {
  const app = await testApp()
  const text = { title: 'Privacy', content: '<p>Mine.</p>', day: '2026-02-01', now: '2026-02-01T10:00:00.000Z' }
  await app.db.transaction().execute((transaction) => recordPolicyVersion(transaction, 'privacy-policy', text))
  expect((await signUp(app, { terms: keyOf('footer') })).policy).toBe('2026-02-01')
})

test('each form has a key of its own', () => {
  const forms = Object.keys(invitations) as SignUpForm[]
  expect(new Set(forms.map((form) => keyOf(form))).size).toBe(forms.length)
})
