import { expect, test } from 'vitest'
import { AMAZON_DISCLOSURE } from '../src/contract/shop/networks.ts'
import { readPlacementCode } from '../src/contract/shop/placements.ts'
import { splitAddresses } from '../src/server/app/newsletter-composing/text-addresses.ts'
import { cpuTime } from './cpu-time.ts'
import { makeProduct } from './factories.ts'
import { rendered } from './rendered-newsletter.ts'
import { TEST_ORIGIN, type TestApp, testApp } from './test-app.ts'

test('affiliate links carry the code of the newsletter, and the disclosure stands before the first', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { affiliate_link: 'https://oat.sjv.io/c/1/2/3' })
  const { html, text, links, replacedLinks } = await rendered(
    app,
    `<p>Hello.</p><p><a href="https://oat.sjv.io/c/1/2/4">A cream</a></p><div data-product-id="${id}"></div>`,
  )
  const codes = links.flatMap((link) => readPlacementCode(new URL(link).searchParams.get('subId1') ?? '') ?? [])
  expect(codes).toEqual([
    { source: 'newsletter', sourceId: 7, position: 'text' },
    { source: 'newsletter', sourceId: 7, position: 'box', productId: id },
  ])
  expect(replacedLinks).toEqual([])
  for (const part of [html, text]) {
    const at = part.indexOf('This newsletter contains affiliate links.')
    expect(at).toBeGreaterThan(part.indexOf('Hello.'))
    expect(at).toBeLessThan(part.indexOf('A cream'))
    expect(part.split('contains affiliate links')).toHaveLength(2)
  }
})

const AMAZON = 'https://www.amazon.com/dp/B01?tag=nora-20'

/** A product of Amazon with a price, and a body with a short link and its box. */
async function withForbiddenLinks(app: TestApp): Promise<string> {
  const id = await makeProduct(app.db, {
    name: 'Oat cream',
    slug: 'oat-cream',
    affiliate_link: AMAZON,
    price_minor: 2400,
  })
  return `<p><a href="https://amzn.to/x1" rel="sponsored">Short</a></p><div data-product-id="${id}"></div>`
}

test('links of a program that forbids them in mails lead to the post, the product or the page of the newsletter', async () => {
  const app = await testApp()
  const content = await withForbiddenLinks(app)
  const own = await rendered(app, content)
  expect(own.replacedLinks).toEqual([
    { url: 'https://amzn.to/x1', program: 'Amazon Associates', target: '{{browser_url}}' },
    { url: AMAZON, program: 'Amazon Associates', target: `${TEST_ORIGIN}/shop/oat-cream` },
  ])
  expect(own.html).not.toContain('amazon.com')
  expect(own.html).not.toContain('amzn.to')
  expect(own.text).toContain('Short ({{browser_url}})')
  expect(own.text).toContain(`See it on the site: Oat cream (${TEST_ORIGIN}/shop/oat-cream)`)
  expect(own.text).not.toContain('affiliate links')
  const ofPost = await rendered(app, content, { sourcePost: { slug: 'washing' } })
  expect(ofPost.text).toContain(`Short (${TEST_ORIGIN}/blog/washing)`)
  expect(ofPost.text).toContain(`See it in the post: Oat cream (${TEST_ORIGIN}/blog/washing)`)
  expect(ofPost.html).toMatch(/aria-label="See it in the post: Oat cream"[^>]*>.*?See it in the post</)
  for (const part of [ofPost.html, ofPost.text, own.text]) {
    expect(part).not.toContain('Shop Now')
    // The price is that of the shop, where the link does not lead.
    expect(part).not.toContain('$24.00')
  }
})

test('without a page that a forbidden link could lead to, its words stay without a link', async () => {
  const { html, text } = await rendered(
    await testApp(),
    `<p><a href="${AMAZON}">A cream</a> and <a href="${AMAZON}">${AMAZON}</a></p>`,
    { hasPage: false },
  )
  expect(text).toContain('A cream and (shop link left out)')
  expect(html).toContain('A cream and (shop link left out)</p>')
  expect(html).not.toContain('amazon.com')
  expect(html).not.toContain(`href="${TEST_ORIGIN}/"><`)
})

test('a long text without blanks takes no longer than its length', () => {
  for (const text of ['QUJDREVGR0g'.repeat(9000), 'a.'.repeat(50_000), '-'.repeat(100_000)]) {
    const start = cpuTime()
    expect(splitAddresses(text)).toEqual([{ text }])
    expect(cpuTime() - start).toBeLessThan(1000)
  }
  const host = `${'a.'.repeat(20)}amzn.to`
  expect(splitAddresses(`See...amzn.to/x1 or ${host}/x2.`).flatMap(({ url }) => url ?? [])).toEqual([
    'https://amzn.to/x1',
    expect.stringMatching(/a\.amzn\.to\/x2$/),
  ])
})

test('no text holds an address that a mail program would turn into a forbidden link', async () => {
  const body = `<p><a href="${AMAZON}">${AMAZON}</a></p><p>Or type ${AMAZON}, or amzn.to/x1. Not amazonia.example/x.</p>`
  const { html, text, replacedLinks } = await rendered(await testApp(), body, {
    sourcePost: { slug: 'washing' },
    note: `Mine is ${AMAZON}\nor www.amazon.com/dp/B02?tag=nora-20`,
    post: { title: 'My cream: amzn.to/x2', excerpt: `See ${AMAZON}`, content: body },
  })
  for (const part of [html, text]) expect(part).not.toMatch(/amazon\.com|amzn\.to/)
  const post = `${TEST_ORIGIN}/blog/washing`
  expect(text).toContain(`See it in the post (${post})`)
  // The subject stands above the body too, where mail programs turn its address into a link.
  expect(text).toContain(`My cream: ${post}`)
  expect(text.replace(/\s+/g, ' ')).toContain(`Or type ${post}, or ${post}. Not amazonia.example/x.`)
  expect(text.replace(/\s+/g, ' ')).toContain(`Mine is ${post} or ${post}`)
  expect(replacedLinks.map(({ url }) => url)).toContain('https://amzn.to/x1')
})

test('a forbidden address is replaced as a whole, also with characters that HTML escapes', async () => {
  const { text } = await rendered(await testApp(), `<p>Or type ${AMAZON}&amp;ref=a now.</p>`, { hasPage: false })
  expect(text).toContain('Or type (shop link left out) now.')
})

test('a line that names the page of a newsletter is left out where there is none', async () => {
  const app = await testApp()
  const body = '<p>Hello.</p><p>In the browser: {{browser_url}}</p>'
  const without = await rendered(app, body, { hasPage: false, note: 'Dear you,\nor read it at {{ browser_url }}' })
  for (const part of [without.html, without.text]) {
    expect(part).not.toContain('browser_url')
    expect(part).not.toContain('In the browser')
    expect(part).toContain('Dear you,')
  }
  expect((await rendered(app, body)).text).toContain('In the browser: {{browser_url}}')
})

test('where the owner allows Amazon’s links, Amazon’s sentence stands with the disclosure', async () => {
  const app = await testApp()
  const program = { name: 'Amazon', hosts: ['amazon.com'], disclosure: AMAZON_DISCLOSURE, replacesMailLinks: false }
  expect((await app.asOwner('/api/programs', { json: program })).status).toBe(201)
  await app.db
    .updateTable('programs')
    .set({ network: 'amazon', key: 'amazon.com' })
    .where('name', '=', 'Amazon')
    .execute()
  const { text, replacedLinks } = await rendered(
    app,
    '<p><a href="https://www.amazon.com/dp/B01?tag=nora-20">A cream</a></p>',
  )
  expect(replacedLinks).toEqual([])
  expect(text.replace(/\s+/g, ' ')).toContain(AMAZON_DISCLOSURE)
})

const SHARE = 'https://www.shareasale.com/r.cfm?b=1&u=2&m=3'
const LEAD = 'This newsletter contains affiliate links.'
const TITLE = 'A newsletter'
/** The codes in the links of a mail. */
const codesOf = (html: string) =>
  [...html.matchAll(/href="[^"]*[?&;]afftrack=(\w+)"/g)].map(([, code]) => readPlacementCode(code!))

test('an affiliate address in the note is a link with a code, and the disclosure stands above the note', async () => {
  const { html, text, links, plainLinks } = await rendered(await testApp(), '<p>Hello.</p>', {
    note: `Dear you,\nsee ${SHARE}, and https://elsewhere.example/a.\n\nBye.`,
  })
  expect(codesOf(html)).toEqual([{ source: 'newsletter', sourceId: 7, position: 'text' }])
  expect(html).toMatch(
    /see <a href="https:\/\/www\.shareasale\.com[^>]*rel="sponsored nofollow"[^>]*>https:\/\/www\.share/,
  )
  expect(text.replace(/\s+/g, ' ')).toContain(`see ${SHARE}, and https://elsewhere.example/a. Bye.`)
  expect(plainLinks).toEqual([`${TEST_ORIGIN}/affiliate-disclosure`, 'https://elsewhere.example/a'])
  expect(links).toHaveLength(3)
  for (const part of [html, text]) {
    expect(part.split(LEAD)).toHaveLength(2)
    expect(part.indexOf(LEAD)).toBeLessThan(part.indexOf('Dear you'))
    expect(part.indexOf('Bye.')).toBeLessThan(part.lastIndexOf(TITLE))
  }
})

test('the disclosure stands before an affiliate address in the text, of a program or of the shop of a product', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: 'https://fern.example/cream' })
  for (const address of [SHARE.replace('https://', ''), 'https://fern.example/gel']) {
    const { html, text } = await rendered(
      app,
      `<p>Hello.</p><p>Mine is <strong>${address.replaceAll('&', '&amp;')}</strong>.</p><p><a href="${SHARE}">A cream</a></p>`,
    )
    expect(text).toContain(`Mine is ${address}.`)
    for (const part of [html, text]) {
      expect(part.split(LEAD)).toHaveLength(2)
      expect(part.indexOf(LEAD)).toBeGreaterThan(part.indexOf('Hello.'))
      expect(part.indexOf(LEAD)).toBeLessThan(part.indexOf('Mine is'))
    }
  }
})

test('an address within a link or across a merge field stays text, and one that is a link is not counted', async () => {
  const app = await testApp()
  const typed = SHARE.replaceAll('&', '&amp;')
  const { html, countedLinks } = await rendered(
    app,
    `<p><a href="/shop">${typed}</a></p><p>Hi {{name|${typed}}}</p><p>Or ${typed}</p>`,
    { countsClicks: true },
  )
  expect(html).toContain(`{{name|${typed}}}`)
  expect(codesOf(html)).toHaveLength(1)
  expect(html).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /)
  expect(countedLinks.map(({ url }) => url)).toEqual([`${TEST_ORIGIN}/shop`])
})

test('an address in the sentence of a program follows the rules too', async () => {
  const app = await testApp()
  const program = {
    name: 'Fern',
    hosts: ['fern.example'],
    replacesMailLinks: false,
    disclosure: `I earn by ${SHARE} and not by ${AMAZON}`,
  }
  expect((await app.asOwner('/api/programs', { json: program })).status).toBe(201)
  const { html, text, replacedLinks } = await rendered(app, '<p><a href="https://fern.example/cream">A cream</a></p>', {
    hasPage: false,
  })
  expect(codesOf(html)).toHaveLength(1)
  expect(text.replace(/\s+/g, ' ')).toContain(`I earn by ${SHARE} and not by (shop link left out)`)
  expect(replacedLinks.map(({ url }) => url)).toEqual([AMAZON])
})
