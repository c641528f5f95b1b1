import { parseDocument } from 'htmlparser2'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { StoredAppearance } from '../src/contract/accounts/appearance.ts'
import { compileTemplate } from '../src/contract/audience/merge-fields.ts'
import { NEWSLETTER_HTML_MAX } from '../src/contract/audience/newsletter-mail.ts'
import { blockNames } from '../src/contract/content/blocks.ts'
import { APPEARANCE, saveSettings } from '../src/server/accounts/settings/settings.repo.ts'
import { mailSize } from '../src/server/app/newsletter-composing/mail-size.ts'
import { everyBlock, figure, makeProducts, samples, withPicture } from './block-samples.ts'
import { RENDERED_AT as NOW, rendered } from './rendered-newsletter.ts'
import { TEST_ORIGIN, testApp } from './test-app.ts'

test('every block has markup for mails, with inline styles, absolute URLs and nothing that mail programs drop', async () => {
  const app = await withPicture()
  const ids = await makeProducts(app)
  const blocks = samples(...ids)
  expect(Object.keys(blocks).sort()).toEqual([...blockNames].sort())
  const foreign = await rendered(app, '<p>A <span lang="fr">crème</span>.</p>')
  expect(foreign.html).toContain('A <span lang="fr">crème</span>.')
  expect(foreign.text).toContain('A crème.')
  const empty = await rendered(app, '')
  for (const name of blockNames) {
    const [content, ...shown] = blocks[name]
    const { html, text, missingAlts } = await rendered(app, `<p>Before.</p>${content}<p>After.</p>`)
    for (const part of shown) expect(html, name).toContain(part.replace('&v=', '&amp;v='))
    for (const part of shown.filter((one) => !/[="<:]/.test(one))) expect(text, name).toContain(part)
    expect(html.length, name).toBeGreaterThan(empty.html.length)
    expect(html, name).not.toMatch(/<(?:script|picture|source|svg|details|section|aside|figure|iframe|link)\b/)
    expect(html, name).not.toMatch(/data-block|srcset|\.avif|\.webp|loading=/)
    expect(html, name).not.toMatch(/(?:href|src)="(?!https?:|mailto:|\{\{)/)
    for (const [image] of html.matchAll(/<img [^>]*>/g)) expect(image, name).toMatch(/ alt="[^"]+".* width="\d+"/)
    expect(missingAlts, name).toEqual([])
    expect(text, name).not.toMatch(/&(?:amp|lt|gt|nbsp|quot|#\d+);|<[a-z]/)
  }
})

test('the card of a product is short: its picture, its name, the verdict, the price and the button', async () => {
  const app = await withPicture()
  const [one] = await makeProducts(app)
  const card = await rendered(app, `<div data-block="products" data-product-ids="${one}"></div>`)
  for (const part of [card.html, card.text]) {
    for (const shown of ['Oat cream', 'Rich and calm.', '$24.00', 'Shop Now']) expect(part).toContain(shown)
    expect(part).not.toMatch(/For whom|Dry skin/)
  }
  const review = await rendered(app, `<section data-block="review" data-product-id="${one}"><p>Weeks.</p></section>`)
  expect(review.text).toContain('For whom: Dry skin')
})

test('a picture stands on a surface of its own, on which its words are read with pictures off', async () => {
  const { html } = await rendered(await withPicture(), figure)
  const [image] = /<img [^>]*alt="A jar"[^>]*>/.exec(html)!
  expect(image).toMatch(/class="t-inkSoft s-sand"/)
  expect(html).toContain('On the shelf')
})

test('a picture is the smallest JPEG that is sharp, with its size', async () => {
  const { html } = await rendered(await withPicture(), figure)
  expect(html).toMatch(/<img [^>]*alt="A jar"[^>]*>/)
  expect(html).toContain(`src="${TEST_ORIGIN}/media/jar/1280.jpg"`)
  expect(html).toMatch(/height="402"/)
  expect(html).toMatch(/width="536"/)
  const small = await rendered(await withPicture(), `<figure data-block="row">${figure.repeat(3)}</figure>`)
  expect(small.html).toContain(`src="${TEST_ORIGIN}/media/jar/480.jpg"`)
})

test('a picture without alternative text is reported', async () => {
  const { missingAlts } = await rendered(await withPicture(), '<p><img src="https://pics.example/a.png" alt="" /></p>')
  expect(missingAlts).toEqual(['https://pics.example/a.png'])
})

test('the newsletter is a valid message with a text and an HTML part', async () => {
  const app = await withPicture()
  const words = `${'Rinse'.repeat(60)} — Zürich 🧴`
  const { subject, html, text } = await rendered(
    app,
    `<h2>Café</h2><p>${words} {{name|you}} &amp; me</p>${figure}`,
    {},
    'Sun cream ☀️ für {{name|alle}}',
  )
  const values = {
    name: 'Ines <3',
    email: 'ines@reader.example',
    unsubscribe_url: `${TEST_ORIGIN}/u/1`,
    preferences_url: `${TEST_ORIGIN}/l/1`,
    browser_url: `${TEST_ORIGIN}/b/1`,
    click_key: '1.key',
  }
  const message = await new MailComposer({
    from: 'Nora <nora@dewlight.example>',
    to: values.email,
    subject: compileTemplate(subject, 'subject')(values),
    html: compileTemplate(html, 'html')(values),
    text: compileTemplate(text, 'text')(values),
  })
    .compile()
    .build()
  // RFC 5322: no line is longer than 998 bytes.
  for (const line of message.toString('latin1').split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  const parsed = await PostalMime.parse(message)
  expect(parsed.subject).toBe('Sun cream ☀️ für Ines <3')
  expect(parsed.html).toContain('Ines &lt;3 &amp; me')
  expect(parsed.html).toContain(words)
  expect(parsed.text).toContain('Ines <3 & me')
  expect(parsed.text).toContain('🧴')
  expect(parsed.text).toContain(`Unsubscribe: ${TEST_ORIGIN}/u/1`)
  expect(parsed.html).toContain(`href="${TEST_ORIGIN}/l/1"`)
  expect(parsed.html).toContain('<html dir="ltr" lang="en">')
})

test('the text part has lines of at most 76 characters but for long words, and no words of its own', async () => {
  const { text } = await rendered(
    await withPicture(),
    `<p>${'A plain sentence about skin. '.repeat(20)}</p><ul><li>One</li><li>Two<ol><li>Deep</li></ol></li></ul>` +
      '<table><thead><tr><th>Step</th><th>When</th></tr></thead><tbody><tr><td>Wash</td><td>Evening</td></tr></tbody></table>' +
      `<blockquote><p>Less.</p></blockquote><p><a href="https://x.example/">https://x.example/</a></p><hr/>${figure}`,
  )
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(76)
  expect(text).toContain('- One\n- Two\n\n  1. Deep')
  expect(text).toContain('Step | When\nWash | Evening')
  expect(text).toContain('> Less.')
  expect(text).toContain('\nhttps://x.example/\n')
  expect(text).toContain('[A jar]')
})

test('a row of a table is one line of the text part, whatever its cells hold', async () => {
  const { text } = await rendered(
    await testApp(),
    '<table><tbody><tr><td><p>Wash</p><p>Pat dry</p></td><td>Morning<br>Evening</td></tr></tbody></table>',
  )
  expect(text).toContain('\nWash Pat dry | Morning Evening\n')
})

test('texts from right to left say so for mail programs that know no automatic direction, others do not', async () => {
  const hebrew = 'קרם לחות.'
  const { html } = await rendered(
    await testApp(),
    `<h2>${hebrew}</h2><p>{{name|friend}}, ${hebrew}</p><ul><li>${hebrew}</li></ul><blockquote><p>${hebrew}</p></blockquote>` +
      `<table><tbody><tr><td>${hebrew}</td><td>Cream</td></tr></tbody></table><p>Cream, ${hebrew}</p>`,
    {},
    hebrew,
  )
  const directions = [...html.matchAll(/<(h1|h2|p|ul|blockquote|td)\b([^>]*)>/g)]
  const marked = directions.filter(([, , attributes]) => attributes!.includes('dir="rtl"')).map(([, name]) => name)
  expect(marked).toEqual(['h1', 'h2', 'p', 'ul', 'blockquote', 'p', 'td'])
  expect(html).toMatch(/<ul [^>]*padding-right:24px/)
  expect(html).toMatch(/<td [^>]*text-align:right[^>]*>קרם/)
})

test('lines with merge fields have at most 76 characters once they are filled', async () => {
  const app = await testApp({ settings: { brand: 'The Dewlight Journal' } })
  const { text } = await rendered(
    app,
    '<p>Dear {{name|reader of the Dewlight Journal}}, this mail is to {{email}}, as you asked.</p>',
  )
  const filled = compileTemplate(
    text,
    'text',
  )({
    name: 'Ines',
    email: 'ines.longname@reader.example',
    unsubscribe_url: '/u',
    preferences_url: '/l',
    browser_url: '/b',
    click_key: '',
  })
  for (const line of filled.split('\n')) expect(line.length, line).toBeLessThanOrEqual(76)
  expect(filled).toContain('Dear Ines, this mail is to ines.longname@reader.example, as you asked.')
})

test('the footer says why the newsletter comes, how to leave, and who sends it; the note stands above the title', async () => {
  const app = await testApp({
    settings: {
      email: 'nora@dewlight.example',
      location: 'Lisbon',
      ownerName: 'Nora Ellery',
      postalAddress: 'PO Box 12\nPortland, ME 04101',
      brand: 'Fern & Oat',
    },
  })
  const { html, text } = await rendered(app, '<p>Body.</p>', {
    hasPage: false,
    note: 'Hello,\nyou.\n\nBye.',
    senderName: 'Nora',
  })
  expect(html).toContain('You receive this newsletter because {{email}} signed up at Fern &amp; Oat.')
  expect(html).toContain('Fern &amp; Oat, Nora Ellery, PO Box 12, Portland, ME 04101')
  expect(text.replaceAll('\n', ' ')).toContain('Fern & Oat, Nora Ellery, PO Box 12, Portland, ME 04101')
  expect(html + text).not.toContain('Lisbon')
  expect(html).toContain('mailto:nora@dewlight.example')
  expect(html).toContain('Hello,<br/>you.</p>')
  expect(html.indexOf('Bye.')).toBeLessThan(html.indexOf('<h1'))
  expect(html).toContain('By Nora')
  expect(html).not.toContain('{{browser_url}}')
  expect(text).toContain('Fewer letters: {{preferences_url}}')
  expect(text.indexOf('Bye.')).toBeLessThan(text.indexOf('A newsletter'))
})

test('the top has the logo or the name of the site, who writes, the day and the way to the site', async () => {
  const app = await testApp({ settings: { brand: 'Fern & Oat', authorName: 'Nora Ellery', timeZone: 'Asia/Tokyo' } })
  const { html, text } = await rendered(app, '<p>Body.</p>')
  const [top] = html.split('Body.')
  expect(top).toMatch(/<a href="http:\/\/localhost:3000\/"[^>]*>Fern &amp; Oat<\/a>/)
  // The day at the site, which is a day ahead.
  expect(top).toMatch(/By Nora Ellery · March 11, 2026 · <a href="\{\{browser_url\}\}"[^>]*>Read on the site<\/a>/)
  expect(text).toContain('By Nora Ellery · March 11, 2026\nRead on the site: {{browser_url}}')

  const named = await rendered(app, '<p>Body.</p>', { senderName: 'Fern & Oat', hasPage: false })
  expect(named.html).not.toMatch(/By |Read on the site/)
  const ofPost = await rendered(app, '<p>Body.</p>', { hasPage: false, sourcePost: { slug: 'oat cream' } })
  expect(ofPost.html).toContain(`href="${TEST_ORIGIN}/blog/oat%20cream"`)
})

test('the logo stands on white, which it is made for, and its name is there with pictures off', async () => {
  const app = await withPicture()
  await saveSettings(app.db, { logo: '/media/jar/1600.jpg', brand: 'Fern & Oat' }, NOW.toISOString())
  const { html } = await rendered(app, '<p>Body.</p>')
  const [logo] = /<img [^>]*>/.exec(html)!
  expect(logo).toContain(`src="${TEST_ORIGIN}/media/jar/320.jpg"`)
  expect(logo).toContain('alt="Fern &amp; Oat"')
  expect(logo).toMatch(/width="53"/)
  expect(logo).toMatch(/height="40"/)
  expect(html).toMatch(/dark\)\{.*\.plate\{background-color:#ffffff!important;color:#222222!important\}/)
  expect(logo).toContain('background-color:#ffffff')
})

test('without a preview text, nothing keeps the inbox from showing the first words', async () => {
  const app = await testApp()
  const post = { title: 'A newsletter', excerpt: '', content: '<p>Body.</p>' }
  const { html } = await rendered(app, '', { post })
  expect(html).not.toMatch(/[\u200b\u200c]/)
  expect((await rendered(app, '<p>Body.</p>')).html).toMatch(/What is in it\.<div>[\u00a0\u200b\u200c]/)
})

test('the footer offers fewer letters only while there is a digest', async () => {
  const app = await testApp()
  const parts = async (hasDigest: boolean) => {
    const { html, text } = await rendered(app, '<p>Body.</p>', { hasDigest })
    return [html, text]
  }
  for (const part of await parts(true)) expect(part).toContain('Fewer letters')
  for (const part of await parts(false)) {
    expect(part).not.toMatch(/Fewer letters|preferences_url/)
    expect(part).toContain('{{unsubscribe_url}}')
  }
})

test('the newsletter has the colours, fonts and corners of the site, and its dark colours', async () => {
  const app = await testApp()
  const appearance = StoredAppearance.parse({ palette: 'sage', type: 'modern', corners: 'square' })
  await app.db
    .insertInto('settings')
    .values({ key: APPEARANCE, value: JSON.stringify(appearance), updated_at: NOW.toISOString() })
    .execute()
  const { html } = await rendered(app, '<p>Body.</p>')
  expect(html).toContain('color:#1d261b')
  expect(html).toContain('&#x27;DM Sans&#x27;, Helvetica')
  expect(html).toMatch(/prefers-color-scheme:dark\)\{.*\.t-ink\{color:#e6eae0!important\}/)
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
  expect(html).not.toContain('border-radius:14px')
})

test('every colour of a mail has a class by which dark colours replace it', async () => {
  const { app, content } = await everyBlock()
  const { html } = await rendered(app, content)
  const styles = /<style>(.*?)<\/style>/s.exec(html)![1]!
  const classes = new Set([...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(' ')))
  for (const name of classes) expect(styles, name).toContain(`.${name}{`)
  const unclassed = [...html.matchAll(/<[a-z0-9]+ [^>]*style="[^"]*(?:[;"])(?:background-)?color:[^>]*>/g)]
  for (const [tag] of unclassed) expect(tag).toContain('class="')
})

test('deeply nested and unusual HTML neither fails nor shows what it must not', async () => {
  const app = await testApp()
  const deep = `${'<blockquote>'.repeat(3000)}<p>Deep</p>${'</blockquote>'.repeat(3000)}`
  const { html, text } = await rendered(app, `${deep}<p><a href="#part">Part</a> &lt;script&gt; {{name}}</p>`)
  expect(text).toContain('Deep')
  expect(text).toContain('Part <script> {{name}}')
  expect(html).toContain('Part &lt;script&gt; {{name}}')
  expect(() => parseDocument(html)).not.toThrow()
})

test('a long newsletter stays below the size at which Gmail cuts it off', async () => {
  const { app, content } = await everyBlock()
  const { html } = await rendered(app, content + `<p>${'A plain sentence about skin. '.repeat(20)}</p>`.repeat(40))
  expect(mailSize(html, { id: 7, slug: 'a-newsletter', countsClicks: true }, TEST_ORIGIN)).toBeLessThan(
    NEWSLETTER_HTML_MAX,
  )
})

test('the plain text names an email address as it is typed', async () => {
  const app = await testApp()
  const content =
    '<p>Please <a href="mailto:nora%2Bblog@dew.example?subject=Hi">write</a> or ask nora+blog@dew.example.</p>'
  expect((await rendered(app, content)).text).toContain('Please write (nora+blog@dew.example) or ask')
})
