import type { Browser, Page } from '@playwright/test'
import { blockAttributeNames, blockElements } from '../../src/contract/content/blocks.ts'
import { cleanHtml, withAbsoluteAddresses } from '../../src/server/content/rich-text/clean-html.ts'
import { maliciousHtml } from '../malicious-html.ts'
import { xssVectors } from '../xss-vectors.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { expect, hydrated, jump, test } from './site-test.ts'

/**
 * Known vectors and a thousand random bodies, in batches of one post each. The Content-Security-Policy is disabled, so
 * that only sanitising protects the reader.
 */
const bodies = [...xssVectors, ...maliciousHtml(1000)].map((body) => body.replaceAll('\0', '\ufffd'))
const BATCH = 100
const batches = Array.from({ length: Math.ceil(bodies.length / BATCH) }, (_, i) =>
  bodies.slice(i * BATCH, (i + 1) * BATCH),
)

/** Closes every element that a body leaves open, so that it does not swallow the next. */
const END = `"'>]]>--></script></style></textarea></title></noscript></xmp></template></option></select></svg></math></table>`

test.use({ expectedProblems: /./ })

for (const [shape, contentOf] of [
  ['as they are sent', (batch: string[]) => batch.map((body) => body + END).join('<p>next</p>')],
  ['each cleaned by itself', (batch: string[]) => batch.map(cleanHtml).join('')],
] as const) {
  for (const half of [0, 1]) {
    test(`no malicious body executes on a page, within the app or in a feed: ${shape}, half ${half + 1}`, async ({
      page: ownerPage,
      browser,
      baseURL,
    }) => {
      test.setTimeout(180_000)
      await signInAsOwner(ownerPage)
      const { page, happened, close } = await watchedPage(browser, baseURL!)
      for (const [number, batch] of batches.entries()) {
        if (number % 2 !== half) continue
        const post = await createFixturePost(ownerPage.request, { content: `<p>The beginning.</p>${contentOf(batch)}` })
        const address = `/blog/${post.slug}`
        await page.goto(address, { waitUntil: 'domcontentloaded' })
        await hydrated(page)
        await expectHarmless(page, '.prose-dew')
        expect(new URL(page.url()).pathname).toBe(address)

        // The same body, inserted by React instead of the HTML parser.
        await page.goto('/about', { waitUntil: 'domcontentloaded' })
        await hydrated(page)
        await jump(page, address)
        await expectHarmless(page, '.prose-dew')

        const { content } = (await (await page.request.get(`/api/posts/${post.slug}`)).json()) as { content: string }
        await page.setContent(`<main>${withAbsoluteAddresses(content, baseURL!)}</main>`, { waitUntil: 'commit' })
        await expectHarmless(page, 'main')
        expect(happened, `batch ${number}`).toEqual([])
        await deleteFixturePost(ownerPage.request, post)
      }
      await close()
    })
  }
}

for (const [shape, isCleaned] of [
  ['cleaned', true],
  ['as they were sent, should one ever be stored so', false],
] as const) {
  test(`no malicious body executes in the editor: ${shape}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000)
    const { page, happened, close } = await watchedPage(browser, baseURL!)
    await signInAsOwner(page)
    for (const [number, batch] of batches.entries()) {
      // A list of terms, so that each batch has markup that the visual editor does not support.
      const terms = '<dl><dt>Term</dt><dd>Meaning</dd></dl>'
      const raw = terms + batch.map((body) => body + END).join('<p>next</p>')
      const post = await createFixturePost(page.request, { content: `<p>The beginning.</p>${raw}`, publishedAt: null })
      const source = `**/api/posts/${post.id}/source`
      if (!isCleaned) await page.route(source, (route) => route.fulfill({ json: { ...post, content: raw } }))
      await page.goto(`/admin/posts/${post.id}`)
      await expect(page.getByLabel('Title', { exact: true })).toHaveValue(post.title)
      // Markup that the visual editor does not support opens as HTML first.
      await page.getByRole('button', { name: 'Visual editor' }).click()
      await page.getByRole('button', { name: 'Switch and lose it' }).click()
      const writing = page.getByRole('textbox', { name: 'Content', exact: true })
      await expect(writing).toContainText('next')
      await writing.evaluate((root) => {
        for (const element of root.querySelectorAll('*')) {
          for (const name of ['pointerover', 'mouseover', 'toggle', 'load']) element.dispatchEvent(new Event(name))
        }
      })
      expect(happened, `batch ${number}`).toEqual([])
      await deleteFixturePost(page.request, post)
    }
    await close()
  })
}

test('the watch sees what runs', async ({ browser, baseURL }) => {
  const { page, happened, close } = await watchedPage(browser, baseURL!)
  await page.goto('/about')
  await page.setContent(
    `<main><p onclick="x" style="color:red">${xssVectors[0]}<img src=x onerror=alert(2)></p></main>`,
  )
  await expect.poll(() => happened.length).toBeGreaterThanOrEqual(2)
  expect(await findProblems(page, 'main')).toEqual(
    expect.arrayContaining(['script', 'p onclick', 'p style', 'img onerror']),
  )
  await close()
})

/** An anonymous visitor's page without a Content-Security-Policy, and every event that must not happen on it. */
async function watchedPage(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ bypassCSP: true, baseURL })
  const page = await context.newPage()
  const happened: string[] = []
  await context.exposeFunction('reportRun', (what: string) => void happened.push(what))
  await context.addInitScript(() => {
    const report = (what: string) => void (window as unknown as { reportRun(what: string): void }).reportRun(what)
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      Object.defineProperty(window, name, { value: (text: unknown) => report(`${name}(${text})`) })
    }
    Object.defineProperty(window, 'pwned', { set: () => report('window.pwned') })
  })
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') happened.push(`dialog ${dialog.message()}`)
    void dialog.accept()
  })
  context.on('page', (popup) => happened.push(`window ${popup.url()}`))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(baseURL) || request.url().startsWith('data:image/')
    if (!isOwn && request.resourceType() !== 'image') happened.push(`${request.resourceType()} ${request.url()}`)
  })
  // Articles may show images of other sites; none is requested here.
  await context.route(
    (url) => url.origin !== baseURL,
    (route) => route.fulfill({ contentType: 'text/javascript', body: 'window.pwned = 1' }),
  )
  return { page, happened, close: () => context.close() }
}

/** Triggers events on every element of the body, then inspects the DOM. */
async function expectHarmless(page: Page, body: string): Promise<void> {
  await expect(page.locator(body)).toBeVisible()
  await page.locator(body).evaluate((root) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      for (const name of ['pointerover', 'mouseover', 'focus', 'toggle', 'load', 'error', 'animationstart', 'wheel']) {
        element.dispatchEvent(new Event(name))
      }
      if (!element.closest('a')) element.click()
    }
  })
  expect(await findProblems(page, body)).toEqual([])
}

/** Forbidden elements, attributes and URLs in the parsed DOM of an article. */
function findProblems(page: Page, body: string): Promise<string[]> {
  const blocks = { elements: blockElements, attributes: blockAttributeNames }
  return page.locator(body).evaluate((root, blocks) => {
    const elements = new Set([
      ...blocks.elements,
      ...`p br hr h2 h3 h4 h5 h6 blockquote cite pre code ul ol li dl dt dd strong b em i u s sub sup mark small abbr a img
       figure figcaption table caption thead tbody tfoot tr th td div picture source h1 colgroup`.split(/\s+/),
    ])
    const attributes =
      /^(?:href|title|target|rel|src|srcset|sizes|type|alt|width|height|loading|decoding|scope|colspan|rowspan|start|reversed|tabindex|class|role|aria-label|data-embed|data-product-(?:id|box)|data-affiliate|data-part|data-pin-(?:url|media|description))$/
    const isAllowed = ({ name, value, ownerElement }: Attr, element: string) =>
      attributes.test(name) ||
      // The picture of a product, whose name is a link as well.
      (name === 'aria-hidden' && ownerElement?.matches('a[tabindex="-1"]')) ||
      // The address of a heading, which the server makes.
      (name === 'id' && /^h[2-6]$/.test(element) && value.startsWith('on-')) ||
      blocks.attributes.includes(name) ||
      // Questions that were opened by the clicks above.
      (element === 'details' && name === 'open')
    const found: string[] = []
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName
      if (!elements.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(name)
      for (const attribute of element.attributes)
        if (!isAllowed(attribute, name)) found.push(`${name} ${attribute.name}`)
      if (element.className !== '' && element.className !== 'table-frame') found.push(`${name}.${element.className}`)
      const address = element instanceof HTMLAnchorElement && element.hasAttribute('href') ? element.protocol : ''
      // An invalid URL has the protocol ':' and does not navigate.
      if (address && !['http:', 'https:', 'mailto:', 'tel:', ':'].includes(address)) found.push(`${name} ${address}`)
    }
    return [...new Set(found)]
  }, blocks)
}
