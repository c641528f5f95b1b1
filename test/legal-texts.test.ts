import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { CLICKS_FINAL_AFTER_MS } from '../src/contract/audience/newsletter-clicks.ts'
import { cleanUp } from '../src/server/app/cleanup.ts'
import { affiliateDisclosure } from '../src/server/app/legal/affiliate-disclosure.ts'
import type { LegalSection } from '../src/server/app/legal/legal-html.ts'
import type { PolicyFacts } from '../src/server/app/legal/policy-facts.repo.ts'
import { privacyPolicy } from '../src/server/app/legal/privacy-policy.ts'
import { keepWaiting } from '../src/server/audience/subscribers/late-confirmations.repo.ts'
import { resendConfirmations } from '../src/server/audience/subscribers/resend-confirmations.repo.ts'
import { productBoxHtml } from '../src/server/content/rich-text/product-blocks.ts'
import { backedUpTables } from '../src/server/platform/db/schema.ts'
import { securityHeaders } from '../src/server/platform/http/security-headers.ts'
import { retainedTables } from '../src/server/shop/analytics/retention.repo.ts'
import { deleteOldAnalytics, firstRetainedDay } from '../src/server/shop/analytics/retention.ts'
import { makePost, makeProduct, makeUser } from './factories.ts'
import { makeAcceptedNewsletter } from './newsletters.ts'
import { startSmtp } from './smtp-server.ts'
import { type TestApp, testApp } from './test-app.ts'

/**
 * Each sentence of the privacy policy and of the affiliate disclosure is either tied to a check of what the program does,
 * or listed as one that is about people and not about the program. A new or changed sentence fails until it is in a list.
 */

type Check = () => void | Promise<void>

const policy: Record<string, Check> = {
  'You can read everything here without an account and without giving your name.': readersNeedNoAccount,
  'We set no cookies for readers and use no advertising or tracking scripts.': async () => {
    await readersGetNoCookie()
    onlyOwnScripts()
  },
  'We count clicks on product links, not the people who click.': clickColumns,
  'We keep your email address, your name if you give one, the date you signed up, whether you are still subscribed, and what you agreed to, when and where.':
    async () => {
      const own = ['created_at', 'email', 'is_active', 'name', 'unconfirmed_at', 'unsubscribed_at']
      const others = [
        'confirmation_owed_at',
        'confirmation_resent_at',
        'deleted_at',
        'frequency',
        'id',
        'source',
        'unsubscribe_token',
      ]
      expect(await columnsOf('subscribers')).toEqual([...own, ...others, 'sign_up_network'].sort())
      expect(await columnsOf('consents')).toEqual([
        ...['act', 'at', 'form', 'id', 'language', 'page', 'policy', 'source', 'subscriber_id', 'text'],
      ])
    },
  'We also keep the form that you used, whether you want all newsletters or only the digest, and labels that the owner gives to subscribers to choose who gets a newsletter.':
    async () => {
      const { db, request } = await testApp()
      await request('/api/subscribers', { json: { email: 'ada@mail.example', source: 'footer' } })
      const row = await db.selectFrom('subscribers').select(['source', 'frequency']).executeTakeFirstOrThrow()
      expect(row).toEqual({ source: 'footer', frequency: 'all' })
      expect(await columnsOf('subscriber_tags')).toEqual(['subscriber_id', 'tag'])
    },
  'If you do not confirm your sign-up, we remind you once, after two days.': async () => {
    const { db, request } = await testApp({ smtpUrl: 'smtp://127.0.0.1:1' })
    await request('/api/subscribers', { json: { email: 'ada@mail.example' } })
    const remind = (days: number) =>
      resendConfirmations(db, {
        origin: 'http://localhost:3000',
        now: daysLater(days).toISOString(),
        take: async () => true,
      })
    expect([await remind(1), await remind(2), await remind(3), await remind(10)]).toEqual([0, 1, 0, 0])
  },
  'Until you confirm, we keep a code in place of the address of your network, so that no one can use the form to send mails to many people.':
    async () => {
      const { db, request, asOwner } = await testApp({ smtpUrl: 'smtp://127.0.0.1:1' })
      await request('/api/subscribers', { json: { email: 'ada@mail.example' }, from: '10.1.2.3' })
      const row = () => db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
      const { id, sign_up_network } = await row()
      expect(sign_up_network).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(await row())).not.toContain('10.1.2.3')
      await asOwner(`/api/subscribers/${id}`, { method: 'PUT', json: { isActive: true, consent: 'Said so by mail' } })
      expect((await row()).sign_up_network).toBeNull()
    },
  'For each newsletter we note that it was sent to you, when, what your mail provider answered, whether it came back and whether you left by its link.':
    async () => {
      const own = [
        'bounce',
        'bounced_at',
        'email',
        'first_attempt_at',
        'response',
        'settled_at',
        'state',
        'unsubscribed_at',
      ]
      const technical = ['attempts', 'id', 'lease', 'newsletter_id', 'next_at', 'subscriber_id']
      expect(await columnsOf('newsletter_recipients')).toEqual([...own, ...technical].sort())
    },
  'We keep your name, your email address, the subject and text of your message, the date you sent it, whether it has been read and whether it looks like spam.':
    async () => {
      const own = ['created_at', 'email', 'is_read', 'is_spam', 'message', 'name', 'spam_reason', 'subject']
      expect(await columnsOf('contacts')).toEqual([...own, 'deleted_at', 'id'].sort())
    },
  'We keep our replies with your message.': async () =>
    expect(await columnsOf('contact_replies')).toEqual(['contact_id', 'created_at', 'id', 'text']),
  'If it was mistaken for spam, we note your email address and the sites that you linked to, so that your next message arrives.':
    async () =>
      expect(await columnsOf('spam_rules')).toEqual(['created_at', 'id', 'kind', 'reason', 'sender', 'value']),
  'If you search the site, your search words are sent to our server to find matching articles and products.':
    async () => {
      const { request } = await testApp()
      expect((await request('/api/search?q=retinol')).status).toBe(200)
    },
  'When you follow a link to a product, your browser reports the click to our server.': clicksAreReported,
  'We record the product, where on the site the link stood, the article it stood in, if any, and when the click happened.':
    clickColumns,
  'Clicks that appear to come from automated programs are counted separately, with the reason.': botsAreCountedApart,
  'We also count how often each page is opened in a day, and which website its readers came from.': async () =>
    expect(await columnsOf('page_views')).toEqual(['day', 'host', 'is_demo', 'kind', 'path', 'reason', 'views']),
  'Of addresses that have no page, we keep how often they were opened and the page whose link was followed last, for 180 days after the last time.':
    async () => {
      const own = ['address', 'first_at', 'hits', 'last_at', 'referrer']
      expect(await columnsOf('missing_pages')).toEqual([...own, 'id', 'is_ignored'].sort())
      const { db } = await testApp()
      const last_at = '2026-03-10T15:00:00.000Z'
      await db
        .insertInto('missing_pages')
        .values({ address: '/lost', hits: 1, first_at: last_at, last_at, referrer: '' })
        .execute()
      await expectGoneAfterDays(db, 'missing_pages', 180)
    },
  'No IP addresses and no cookies are stored for click statistics.': clickColumns,
  'The records contain no name, no email address and no number that stands for you or your device, so we cannot tell whether two clicks came from the same person.':
    clickColumns,
  'Our newsletters hold no picture that reports whether you opened them.': newslettersAreNotTracked,
  'If a newsletter counts clicks, it says so: its links then lead over our site, and the address of each link names the mail that it stood in, by which we recognise programs that open all links of a mail, that to unsubscribe included.':
    newslettersAreNotTracked,
  'We delete that part as soon as the click is counted, some minutes later, and keep only how often each link was followed.':
    async () => {
      expect(CLICKS_FINAL_AFTER_MS).toBeLessThan(10 * 60_000)
      const own = ['count', 'day', 'link_key', 'newsletter_id', 'reason']
      expect(await columnsOf('newsletter_click_sums')).toEqual(own)
      expect(await columnsOf('newsletter_links')).toEqual(['key', 'label', 'newsletter_id', 'url'])
    },
  'Shops and affiliate networks may tell us that a link led to a sale and what we earned from it.': conversionColumns,
  'From their reports we keep the sale, the number of the order and the page that the link stood on, and no name or address of the buyer.':
    async () => {
      const sale = [
        'commission_minor',
        'commission_rest',
        'currency',
        'order_id',
        'product_name',
        'promo_code',
        'quantity',
        'reason',
        'sale_minor',
        'sku',
      ]
      const days = ['clicked_at', 'clicked_day', 'ordered_at', 'ordered_day', 'posted_at', 'posted_day', 'recorded_at']
      const link = ['advertiser', 'click_ref', 'network', 'product_id', 'program', 'tracking_id']
      const technical = [
        ...[
          'content_hash',
          'external_id',
          'file_row',
          'id',
          'import_id',
          'occurrence',
          'origin',
          'original_external_id',
        ],
        ...['original_id', 'status'],
      ]
      expect(await columnsOf('earning_events')).toEqual([...sale, ...days, ...link, ...technical].sort())
    },
  'We keep the reports as records of our business, longer than the clicks.': () =>
    expect(retainedTables).not.toContain('earning_events'),
  'We use this to add up sales and earnings by product and day.': async () => {
    expect(await columnsOf('daily_totals')).toEqual([
      'clicks',
      'conversions',
      'day',
      'filtered_clicks',
      'product_id',
      'revenue_minor',
    ])
  },
  'The only cookies this site uses belong to the sign-in of its owner: the session, a sign that somebody has signed in, and one by which the owner’s browser is known when others guess at the password.':
    signInSetsThreeCookies,
  'They are set when the owner signs in to manage the site, and they are needed for that.': signInSetsThreeCookies,
  'The owner’s browser also holds a copy of the account details until the tab is closed, the unsaved text of articles and forms, pictures to be uploaded, the places opened last, and the layout of the editor.':
    browserStorage,
  'As a reader you do not sign in, so you receive no cookie, and there is no cookie banner because there is nothing to accept or refuse.':
    readersGetNoCookie,
  'If you let this site build a skincare routine for you, your browser keeps your choices for your next visit until you press “Forget”; no other page reads them.':
    () => {
      browserStorage()
      const uses = webSources('src/web/**/*.{ts,tsx}').filter(({ text }) => text.includes("/kept-wishes.ts'"))
      expect(uses.map(({ name }) => name)).toEqual(['build-page.tsx'])
      expect(sourceOf('src/web/site/routines/build-page.tsx')).toMatch(/deleteWishes\(\)[\s\S]*>\s*Forget\s*</)
    },
  'A form keeps your text there until it is sent or the tab is closed.': () => {
    browserStorage()
    expect(sourceOf('src/web/site/forms/kept-fields.ts')).not.toMatch(/localStorage|fetch|sendBeacon/)
  },
  'The fonts on our pages and the images that we upload are served from the site itself.': () => {
    expect(policyHeader()).toContain("font-src 'self'")
    for (const source of webSources('src/web/styles/**/*.css')) expect(source.text).not.toMatch(/url\(["']?https?:/)
  },
  'An article or a product may show an image of another website: your browser then requests it there, and that website learns your IP address and the name of our site.':
    () => expect(policyHeader()).toContain("img-src 'self' data: https:"),
  'Apart from such images, your browser makes no requests to third parties until you act.': onlyOwnScripts,
  'Analytics are kept for 26 months.': async () => {
    expect(firstRetainedDay('2026-03-10')).toBe('2024-01-10')
    const counted = (await tables()).filter((name) => /click|conversions|page_views|_totals$/.test(name))
    expect(Object.keys(retainedTables).sort()).toEqual(counted.filter((name) => !name.startsWith('monthly_')))
    const { db } = await testApp()
    for (const day of ['2024-01-09', '2024-01-10'])
      await db.insertInto('daily_totals').values({ day, product_id: 0, clicks: 1 }).execute()
    await deleteOldAnalytics(db, { today: '2026-03-10', timeZone: 'UTC' })
    expect(await db.selectFrom('daily_totals').select('day').execute()).toEqual([{ day: '2024-01-10' }])
  },
  'Monthly totals, which contain no personal data, may be kept longer.': async () => {
    expect(await columnsOf('monthly_totals')).toEqual(['clicks', 'conversions', 'month', 'product_id', 'revenue_minor'])
    expect(await columnsOf('monthly_post_totals')).toEqual(['clicks', 'month', 'post_id'])
    expect(await columnsOf('monthly_page_totals')).toEqual(['filtered_views', 'month', 'path', 'views'])
  },
  'Newsletter data is kept until you unsubscribe.': unsubscribingLeavesANote,
  'A note that the address has unsubscribed remains so that it is not added again by mistake, with the name and what was agreed to; write to us if you want that note deleted too.':
    unsubscribingLeavesANote,
  'If our newsletters come back from your address or you report them as spam, we note this so that no more are sent to it; when your data is deleted, that note keeps a code in place of the address.':
    async () => {
      const { db, asOwner } = await testApp()
      const own = ['created_at', 'detail', 'email', 'newsletter_id', 'reason', 'source']
      expect(await columnsOf('suppressions')).toEqual(own)
      await asOwner('/api/suppressions', { json: { emails: ['ada@mail.example'] } })
      await asOwner('/api/personal-data/erase', { json: { email: 'ada@mail.example' } })
      const rows = await db.selectFrom('suppressions').select('email').execute()
      expect(rows).toEqual([{ email: expect.stringMatching(/^#[\da-f]{64}$/) }])
    },
  'When we delete your data at your wish, or after you have left, a code in place of your address remains, by which neither a list nor a backup brings you back.':
    async () => {
      const { db, asOwner } = await testApp()
      expect(await columnsOf('erasures')).toEqual(['ended_at', 'erased_at', 'hash'])
      await asOwner('/api/personal-data/erase', { json: { email: 'ada@mail.example' } })
      const rows = await db.selectFrom('erasures').selectAll().execute()
      expect(rows).toEqual([
        { hash: expect.stringMatching(/^[\w-]{43}$/), erased_at: '2026-03-10T15:00:00.000Z', ended_at: null },
      ])
    },
  'What looks like spam is deleted after 90 days.': async () => {
    const { db, request } = await testApp()
    await sendMessage(request, { website: 'https://spam.example' })
    await expectGoneAfterDays(db, 'contacts', 90)
  },
  'The newsletters that were sent to you stay noted until then.': async () => {
    const { db, asOwner } = await testApp()
    await makeAcceptedNewsletter(db, 'ada@mail.example')
    await cleanUp(db, daysLater(1000))
    const emails = () => db.selectFrom('newsletter_recipients').select('email').execute()
    expect(await emails()).toEqual([{ email: 'ada@mail.example' }])
    await asOwner('/api/personal-data/erase', { json: { email: 'ada@mail.example' } })
    expect(await emails()).toEqual([{ email: expect.stringMatching(/^#\d+$/) }])
  },
  'A sign-up that is not confirmed is deleted after 30 days.': async () => {
    const { db, request } = await testApp({ smtpUrl: 'smtp://127.0.0.1:1' })
    await request('/api/subscribers', { json: { email: 'ada@mail.example' } })
    await expectGoneAfterDays(db, 'subscribers', 30)
  },
  'While the site cannot send mails, it waits for its confirmation, a year at most.': async () => {
    const { db, request } = await testApp()
    await request('/api/subscribers', { json: { email: 'ada@mail.example' } })
    const subscribers = async () => (await db.selectFrom('subscribers').select('id').execute()).length
    const waitUntil = async (day: number) => {
      const at = daysLater(day)
      await keepWaiting(db, at.toISOString())
      await cleanUp(db, at)
    }
    for (let day = 5; day <= 360; day += 5) await waitUntil(day)
    expect(await subscribers()).toBe(1)
    await waitUntil(366)
    expect(await subscribers()).toBe(0)
  },
  'A message that we delete can be brought back for 30 days and is then gone.': async () => {
    const { db, request, asOwner } = await testApp()
    await sendMessage(request)
    const { id } = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
    await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })
    expect((await asOwner(`/api/contacts/${id}/restore`, { method: 'POST' })).status).toBe(200)
    await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })
    await expectGoneAfterDays(db, 'contacts', 30)
  },
  'You can ask us to delete yours at any time.': erasureAndExport,
  'Mails that the site sends lose their text after 30 days.': async () => {
    const { db, request, sendMail } = await mailApp()
    await sendMessage(request)
    await sendMail()
    const texts = async () => (await db.selectFrom('mails').select('text').execute()).map(({ text }) => text)
    expect(await texts()).toEqual([expect.stringContaining('Hello there, Nora')])
    await cleanUp(db, daysLater(29))
    expect(await texts()).toEqual([expect.stringContaining('Hello there, Nora')])
    await cleanUp(db, daysLater(31))
    expect(await texts()).toEqual([''])
  },
  'That they were sent is kept until the subscription or the message that they belong to is deleted.': async () => {
    const { db, request, asOwner, sendMail } = await mailApp()
    await sendMessage(request)
    await sendMail()
    const { id } = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
    await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1)
    await cleanUp(db, daysLater(31))
    expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(0)
  },
  'Deleted information may remain in backup copies until those copies are replaced.': () => {
    expect(Object.keys(backedUpTables)).toEqual(expect.arrayContaining(['subscribers', 'contacts']))
  },
  'The public site is sent over an encrypted connection, the owner’s area is protected by a password, and that password is stored only in hashed form.':
    async () => {
      expect(securityHeaders(true).page['strict-transport-security']).toMatch(/^max-age=\d{8}/)
      const { db, request } = await testApp()
      expect((await request('/api/contacts')).status).toBe(401)
      await makeUser(db)
      const { password_hash } = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()
      expect(password_hash).toMatch(/^\$argon2id\$/)
    },
  'Like any server, ours needs your IP address to send a page to your browser, and it may use the address for a short time to limit repeated requests and abuse.':
    async () => {
      for (const table of await tables())
        expect(await columnsOf(table), table).not.toContainEqual(expect.stringMatching(/\bip\b|ip_|user_agent/))
    },
  'Wherever you live, you can ask us to show you the personal information we hold about you, correct it, delete it, or send you an export of it.':
    erasureAndExport,
  'You can leave the newsletter at any time, and you may also complain to the data protection authority where you live.':
    unsubscribingLeavesANote,
  'Click statistics are not linked to anyone, so we cannot find, export or delete the clicks of one person.':
    clickColumns,
}

/** Sections about people, law and other companies. */
const policyPromises = [1, 6, 8, 9, 11, 14]

/** Sentences about people in the other sections. */
const policyOthers = [
  'What you type into a form is used for the purpose of that form and nothing else.',
  'We do not sell or rent personal information.',
  'There are two places where you can choose to tell us something about yourself:',
  'Newsletter.',
  'Contact form.',
  'Please do not put sensitive information, such as health records, into any of these fields.',
  // `test/browser/pin.spec.ts` and the share links of `test/browser/post.spec.ts` check the windows.
  'For example, when you press a button to save a picture or share an article, Pinterest, X or Facebook opens in a new window and receives the address of the page and, for a saved picture, the picture’s address and description.',
  'From then on, that company’s privacy policy applies.',
  'If you do not press such a button or follow a link, these companies do not learn from us that you were here.',
  'After that you receive no more newsletters.',
  'Contact messages are kept so that we can answer them, until they are deleted.',
  'No system is perfectly secure, which is one more reason why we collect as little as we can.',
  'Write to us through the contact page, from the email address concerned if you can, so that we know the information is yours.',
  'It costs nothing.',
  'The site is not directed at children under 13, and we do not knowingly collect information from them.',
  'If you believe that a child has sent us personal information, please tell us and we will delete it.',
]

const disclosure: Record<string, Check> = {
  'Every button that says Shop Now or Buy now is an affiliate link, wherever it stands, including in search results.':
    () => {
      const labels = webSources('src/web/site/**/*.tsx').filter(({ text }) => /Shop Now|Buy now/.test(text))
      // The card, whose label is the content of `AffiliateLink`, its uses, the shops of a product, and the steps of routines.
      expect(labels.map(({ name }) => name)).toEqual([
        'routine-steps.tsx',
        'search-page.tsx',
        'product-card.tsx',
        'product-page.tsx',
      ])
      expect(sourceOf('src/web/site/shop/product-card.tsx')).toMatch(
        /<AffiliateLink[^>]*>\s*\{offer\?\.button \?\? label\}/,
      )
      expect(sourceOf('src/web/site/shop/product-page.tsx')).toMatch(
        /<AffiliateLink[^>]*>\s*\{offers\[index\]\?\.button \?\? 'Shop Now'\}/,
      )
      expect(sourceOf('src/web/site/routines/routine-steps.tsx')).toMatch(
        /<AffiliateLink[^>]*>\s*\{offer\?\.button \?\? 'Shop Now'\}/,
      )
    },
  'The product section on the home page and the shop page carry a notice about affiliate links.': () => {
    for (const name of ['product-section', 'shop-page'])
      expect(sourceOf(`src/web/site/shop/${name}.tsx`), name).toContain('<DisclosureNote')
  },
  'Affiliate links open in a new tab, so this site stays where you left it.': () =>
    eachAffiliateLink((link) => expect(link).toContain('target="_blank"')),
  'In the code of the page they are labeled “sponsored”, which is how search engines recognize them.': () =>
    eachAffiliateLink((link) => expect(link).toContain('rel="sponsored ')),
  'When you follow an affiliate link, this site records the product and the placement: which product it was, where on the site the link stood, the article it stood in, if any, and when it was followed.':
    clickColumns,
  'It never records the person.': clickColumns,
  'No IP address and no cookie is stored for these statistics.': clickColumns,
  'They may report to me that a link led to a sale and what I earned.': conversionColumns,
}

const disclosurePromises = [1, 2, 3, 4, 7, 8, 9]

const disclosureOthers = [
  'The label “sponsored” is the technical word for any link that can earn money.',
  'It does not mean that a brand paid for the link to be there.',
  'The shop you visit and its affiliate network have their own rules and may use cookies to connect a purchase with the link.',
  'The Privacy Policy says more about this.',
]

const texts = [
  { name: 'privacy-policy', sections: privacyPolicy(), checks: policy, promises: policyPromises, others: policyOthers },
  {
    name: 'affiliate-disclosure',
    sections: affiliateDisclosure({ isPaid: false, hasGifts: false }),
    checks: disclosure,
    promises: disclosurePromises,
    others: disclosureOthers,
  },
]

for (const { name, sections, checks, promises, others } of texts) {
  test(`each sentence of the ${name} page about the program has a check`, () => {
    const sentences = sectionsOf(sections).flatMap(({ number, text }) => (promises.includes(number) ? [] : text))
    expect(sentences.sort()).toEqual([...Object.keys(checks), ...others].sort())
  })

  for (const [sentence, check] of Object.entries(checks)) test(`${name}: ${sentence}`, check)
}

/** The sentences of a legal page by section. */
function sectionsOf(sections: LegalSection[]): { number: number; text: string[] }[] {
  return sections.map(({ title, body }) => ({
    number: Number.parseInt(title, 10),
    text: body
      .join('')
      .replaceAll(/<\/(?:p|li)>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .split(/\n|(?<=[.?:]) (?=[A-Z“])/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== ''),
  }))
}

function sourceOf(path: string): string {
  return readFileSync(path, 'utf8')
}

function webSources(pattern: string): { name: string; text: string }[] {
  return globSync(pattern)
    .filter((path) => !path.includes('.test.'))
    .sort()
    .map((path) => ({ name: path.split('/').at(-1)!, text: sourceOf(path) }))
}

function policyHeader(): string {
  return securityHeaders(true).page['content-security-policy'] ?? ''
}

function onlyOwnScripts(): void {
  for (const source of ["script-src 'self';", "connect-src 'self';", "default-src 'self';"])
    expect(policyHeader()).toContain(source)
}

async function readersNeedNoAccount(): Promise<void> {
  const { request } = await testApp()
  for (const path of ['/api/site', '/api/posts', '/api/products', '/api/categories'])
    expect((await request(path)).status, path).toBe(200)
}

async function readersGetNoCookie(): Promise<void> {
  const { request } = await testApp()
  const responses = [
    await request('/api/posts'),
    await sendMessage(request),
    await request('/api/subscribers', { json: { email: 'ada@mail.example' } }),
    await request('/api/analytics/click', { json: { linkId: 'shop' } }),
  ]
  expect(responses.flatMap((response) => response.headers.getSetCookie())).toEqual([])
}

async function clickColumns(): Promise<void> {
  // A placement is a page, a product and a position.
  const own = ['clicked_at', 'filtered_reason', 'link_id', 'placement', 'post_id', 'product_id']
  expect(await columnsOf('link_clicks')).toEqual([...own, 'id'].sort())
}

/** The parts of a mail; `src/server/app/newsletter-composing/newsletter-clicks.test.ts` follows its links. */
async function newslettersAreNotTracked(): Promise<void> {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const { asOwner, db, sendNewsletters } = await testApp({ smtpUrl: smtp.url })
  await db
    .insertInto('subscribers')
    .values({
      email: 'ada@mail.example',
      name: null,
      is_active: true,
      unsubscribe_token: 'token-ada',
      created_at: '2026-03-01T00:00:00.000Z',
    })
    .execute()
  const content = '<p><a href="https://shop.example/a">A</a></p><p><img src="/media/x.jpg" alt="A jar"></p>'
  for (const countsClicks of [false, true]) {
    const id = await makePost(db, { kind: 'newsletter', title: 'My morning', content })
    await db.updateTable('newsletters').set({ counts_clicks: countsClicks }).where('post_id', '=', id).execute()
    expect((await asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })).status).toBe(200)
    await sendNewsletters()
    const html = smtp.received.at(-1)!.html!
    expect([...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
      expect.stringMatching(/\/media\/x\.jpg$/),
    ])
    expect(html.includes('We count how often its links are followed')).toBe(countsClicks)
    expect(html.includes('/letters/link/')).toBe(countsClicks)
  }
}

async function conversionColumns(): Promise<void> {
  // The network's id of a sale is not one of a reader.
  const own = ['conversion_id', 'converted_at', 'day', 'link_id', 'network_id', 'product_id', 'revenue_minor']
  expect(await columnsOf('conversions')).toEqual([...own, 'id'].sort())
}

async function clicksAreReported(): Promise<void> {
  const { request } = await testApp()
  expect((await request('/api/analytics/click', { json: { linkId: 'shop' } })).status).toBe(202)
}

async function botsAreCountedApart(): Promise<void> {
  expect(await columnsOf('daily_filtered_totals')).toEqual(['clicks', 'day', 'reason'])
}

async function signInSetsThreeCookies(): Promise<void> {
  const { db, request } = await testApp()
  await makeUser(db)
  const response = await request('/api/auth/login', { json: { username: 'nora', password: 'a long enough password' } })
  expect(response.status).toBe(200)
  const names = response.headers.getSetCookie().map((cookie) => cookie.split('=')[0])
  expect(names.sort()).toEqual(['known-browser', 'session', 'signed-in'])
  // check-link.ts reads the cookies of shops, site-listener.ts passes on those of the session.
  const setters = globSync('src/server/**/*.ts').filter(
    (path) =>
      !/[.]test[.]|(?:check-link|site-listener)[.]ts/.test(path) && /\bsetCookie\(|set-cookie/i.test(sourceOf(path)),
  )
  expect(setters.map((path) => path.split('/').at(-1)).sort()).toEqual(['session-cookie.ts', 'throttle.ts'])
}

function browserStorage(): void {
  const stores = /localStorage|sessionStorage|indexedDB|idb-keyval|caches\.open|document\.cookie\s*=/
  const users = webSources('src/web/**/*.{ts,tsx}').filter(({ text }) => stores.test(text))
  expect(users.map(({ name }) => name).sort()).toEqual([
    'kept-fields.ts',
    'kept-wishes.ts',
    'local-drafts.ts',
    'needs-client.ts',
    'stored-answers.ts',
    'stored-uploads.ts',
    'stored-user.ts',
    'stored-value.ts',
    'use-editor-layout.ts',
  ])
  // It only looks whether text of this page or what the page names was stored.
  expect(sourceOf('src/web/reader/needs-client.ts')).not.toMatch(/setItem|fetch|sendBeacon/)
  const names = webSources('src/web/**/*.tsx').filter(({ text }) => /data-needs=\{/.test(text))
  expect(names.map(({ name }) => name)).toEqual(['build-page.tsx'])
}

async function unsubscribingLeavesANote(): Promise<void> {
  const { db, request, asOwner } = await testApp()
  await request('/api/subscribers', { json: { email: 'ada@mail.example', name: 'Ada' } })
  const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  expect((await request(`/newsletter/unsubscribe?token=${token}`, { method: 'POST' })).status).toBe(200)
  const row = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: 'ada@mail.example', name: 'Ada' })
  expect(Boolean(row.is_active)).toBe(false)
  await asOwner(`/api/subscribers/${row.id}`, { method: 'DELETE' })
  await cleanUp(db, daysLater(2))
  expect(await db.selectFrom('subscribers').select('id').execute()).toEqual([])
  expect(await db.selectFrom('consents').select('id').execute()).toEqual([])
}

async function erasureAndExport(): Promise<void> {
  const { db, request, asOwner } = await testApp()
  await sendMessage(request)
  await request('/api/subscribers', { json: { email: 'ada@mail.example' } })
  const found = await asOwner('/api/personal-data/export', { json: { email: 'ada@mail.example' } })
  expect(await found.json()).toMatchObject({ messages: [{ name: 'Ada' }], subscriber: { email: 'ada@mail.example' } })
  expect((await asOwner('/api/personal-data/erase', { json: { email: 'ada@mail.example' } })).status).toBe(200)
  for (const table of ['contacts', 'subscribers', 'consents', 'mails'] as const)
    expect(await db.selectFrom(table).select('id').execute(), table).toEqual([])
}

/** Checks each affiliate link of a component and of an article. */
async function eachAffiliateLink(check: (link: string) => void): Promise<void> {
  check(sourceOf('src/web/site/shop/affiliate-link.tsx'))
  const { db, request } = await testApp()
  await makeProduct(db)
  const [product] = (await (await request('/api/products')).json()) as Parameters<typeof productBoxHtml>[0][]
  check(productBoxHtml(product!, { place: (url) => url, dates: undefined }))
}

async function mailApp(): Promise<TestApp> {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  return testApp({ smtpUrl: smtp.url })
}

function sendMessage(request: TestApp['request'], hidden: { website?: string } = {}): Promise<Response> {
  const json = { name: 'Ada', email: 'ada@mail.example', subject: 'A question', message: 'Hello there, Nora.' }
  return request('/api/contacts', { json: { ...json, ...hidden } })
}

const daysLater = (days: number) => new Date(Date.parse('2026-03-10T15:00:00.000Z') + days * 86_400_000)

async function expectGoneAfterDays(
  db: TestApp['db'],
  table: 'contacts' | 'subscribers' | 'missing_pages',
  days: number,
): Promise<void> {
  const count = async () => (await db.selectFrom(table).select('id').execute()).length
  await cleanUp(db, daysLater(days - 1))
  expect(await count()).toBe(1)
  await cleanUp(db, daysLater(days + 1))
  expect(await count()).toBe(0)
}

async function tables(): Promise<string[]> {
  const { db } = await testApp()
  return (await db.introspection.getTables()).map(({ name }) => name).sort()
}

async function columnsOf(table: string): Promise<string[]> {
  const { db } = await testApp()
  const found = (await db.introspection.getTables()).find(({ name }) => name === table)
  return (found?.columns ?? []).map(({ name }) => name).sort()
}

test('with the facts of the owner the policy drops only the sentences that assume them', () => {
  const facts: PolicyFacts = {
    brand: 'Linden Skin',
    ownerName: 'Rosa Linden',
    postalAddress: 'PO Box 12',
    email: 'rosa@linden.example',
    serverCountry: 'Germany',
    processors: [],
    authority: '',
    children: 'no',
    readers: 'us',
    messageYears: 0,
    hosts: {},
    programs: [],
    videos: [],
  }
  const stated = new Set(sectionsOf(privacyPolicy(facts)).flatMap(({ text }) => text))
  const dropped = sectionsOf(privacyPolicy()).flatMap(({ text }) => text.filter((sentence) => !stated.has(sentence)))
  expect(dropped).toEqual([
    'This website is a skincare blog with a selection of recommended products and a newsletter.',
    'It is written and run by one person, called “we” in this policy.',
    'The servers are in the US and Canada.',
    'If you use the site from another country, the information you send us is transferred to and stored in one of these two countries, whose privacy laws may differ from the laws where you live.',
    'The site is not directed at children under 13, and we do not knowingly collect information from them.',
  ])
})
