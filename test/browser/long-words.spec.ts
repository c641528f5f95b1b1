import type { APIRequestContext, Page } from '@playwright/test'
import { settingFields } from '../../src/contract/accounts/setting-fields.ts'
import { fromElsewhere } from '../from-elsewhere.ts'
import { expect, test as isolated, openAdmin } from './isolated-test.ts'
import { newPicture } from './library.ts'
import { hydrated, notSignedIn, pageMissing } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

const PHONE = { width: 320, height: 640 }

/** 200 characters, or as many as fit, without a place to break. */
const word = (length = 200) => 'Mutterkuchenextrakt'.repeat(11).slice(0, length)
const address = `https://example.com/${word(180)}`

type Contents = { post: number; slug: string; category: string; product: number; image: number; message: number }

/** Fills every text that somebody can write. */
const test = isolated.extend<object, { contents: Contents }>({
  contents: [
    async ({ isolatedSite, playwright }, use) => {
      const api = await playwright.request.newContext({
        baseURL: isolatedSite.origin,
        storageState: isolatedSite.state,
      })
      await use(await fillSite(api))
      await api.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.use({ viewport: PHONE, expectedProblems: new RegExp(`${pageMissing.source}|${notSignedIn.source}`) })

test('words of 200 characters widen no public page at 320 px', { tag: '@gate' }, async ({ page, contents }) => {
  test.setTimeout(120_000)
  const { slug, category, post } = contents
  const paths = [
    '/',
    '/blog',
    `/blog/category/${category}`,
    `/blog/${slug}`,
    '/shop',
    `/shop?category=${word(100)}`,
    '/about',
    '/contact',
    '/contact?sent=1',
    '/newsletter',
    '/newsletter/confirm?token=x',
    '/newsletter/unsubscribe?token=x',
    `/search?q=${word()}`,
    `/search?q=${word(30)}`,
    '/search?q=nothing-is-called-so',
    '/login',
    '/setup?token=x',
    '/privacy-policy',
    '/affiliate-disclosure',
    '/privacy-policy/versions/2024-06-14',
    '/imprint',
    `/preview/${post}`,
    `/${word()}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    await hydrated(page)
    await expectNoOverflow(page, path)
  }
  await page.goto('/')
  await hydrated(page)
  await page.locator('summary', { hasText: 'Menu' }).click()
  await expectNoOverflow(page, 'the menu')
})

test('words of 200 characters widen no page of the admin at 320 px', async ({ page, contents }) => {
  test.setTimeout(180_000)
  const { post, product, image, message } = contents
  const paths = [
    '/admin/posts',
    '/admin/posts/new',
    `/admin/posts/${post}`,
    '/admin/categories',
    '/admin/products',
    `/admin/products/${product}`,
    '/admin/products/new',
    '/admin/products/import',
    '/admin/media',
    `/admin/media/${image}`,
    '/admin/analytics',
    '/admin/contacts',
    `/admin/contacts/${message}`,
    '/admin/contacts?folder=spam',
    '/admin/subscribers',
    ...['brand', 'home', 'blog-and-shop', 'about', 'contact', 'region'].map((name) => `/admin/settings/${name}`),
    ...['security', 'mail', 'networks', 'backups', 'export', 'import', 'personal-data', 'jobs', 'activity'].map(
      (name) => `/admin/settings/${name}`,
    ),
  ]
  const requestsEnded = trackRequests(page)
  for (const path of paths) {
    await openAdmin(page, path)
    await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
    await requestsEnded()
    await expectNoOverflow(page, path)
  }
})

test('the editor, its dialogs and its errors keep their width at 320 px', async ({ page, contents }) => {
  const requestsEnded = trackRequests(page)
  await openAdmin(page, `/admin/posts/${contents.post}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await requestsEnded()
  await expectNoOverflow(page, 'the earlier versions')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoOverflow(page, 'the question')
})

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const wide = await page.evaluate((width) => {
    const root = document.documentElement
    const widest = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 0.5 && !scrolls(element.parentElement),
    )
    return {
      scrollWidth: root.scrollWidth,
      scrolling: [...document.body.querySelectorAll('*')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && !isMeantToScroll(element))
        .flatMap((element) => [
          element,
          ...[...element.querySelectorAll('*')].filter((inner) => isBeyond(inner, element)),
        ])
        .map(describe),
      widest: root.scrollWidth > width ? widest.slice(0, 5).map(describe) : [],
    }
    function scrolls(element: Element | null): boolean {
      if (!element || element === document.body) return false
      return getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement)
    }
    function isMeantToScroll(element: Element): boolean {
      const { overflowX } = getComputedStyle(element)
      // Strips of tabs and tools have no scroll bar.
      const isStrip = getComputedStyle(element).scrollbarWidth === 'none'
      return !['auto', 'scroll'].includes(overflowX) || isStrip || element.matches('pre, .table-frame, .tableWrapper')
    }
    function isBeyond(inner: Element, frame: Element): boolean {
      return inner.getBoundingClientRect().right > frame.getBoundingClientRect().right + 0.5
    }
    function describe(element: Element): string {
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')}"> ${element.textContent?.slice(0, 40)}`
    }
  }, PHONE.width)
  expect.soft(wide, where).toEqual({ scrollWidth: PHONE.width, scrolling: [], widest: [] })
}

async function fillSite(api: APIRequestContext): Promise<Contents> {
  const send = async (method: 'post' | 'put', path: string, options: object) => {
    const answer = await api[method](`/api${path}`, { ...options, headers: fromElsewhere() })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as { id: number; slug: string; url: string }
  }
  const file = { name: `${word(150)}.jpg`, mimeType: 'image/jpeg', buffer: await newPicture() }
  const image = await send('post', '/images', { multipart: { image: file, altText: word() } })
  const name = word(60)
  const category = await send('post', '/categories', {
    data: { name, slug: name.toLowerCase(), description: word(), imageUrl: image.url, imageAlt: word() },
  })
  const product = await send('post', '/products', {
    data: {
      name: word(),
      category: word(100),
      price: '1000000.00',
      currency: 'CHF',
      imageUrl: image.url,
      imageAlt: word(),
      affiliateLink: address,
    },
  })
  const post = (index: number) => ({
    title: `${index}${word(199)}`,
    slug: `${index}${word(199)}`.toLowerCase(),
    excerpt: `${address} ${word()}`,
    content: contentWith(product.id, image.url),
    coverImage: image.url,
    imageAlt: word(),
    pinText: word(),
    metaTitle: word(),
    metaDescription: word(),
    keywords: `${word()}, ${word(30)}`,
    categoryId: category.id,
    isFeatured: true,
    publishedAt: '2026-01-01T00:00:00.000Z',
  })
  const posts = []
  for (const index of [1, 2, 3, 4]) posts.push(await send('post', '/posts', { data: post(index) }))
  await send('post', '/posts', { data: { ...post(5), publishedAt: null } })
  await send('post', '/contacts', {
    data: { name: word(90), email: `${word(60)}@${word(60)}.example`, subject: word(150), message: word() },
  })
  const messages = (await (await api.get('/api/contacts')).json()) as { id: number }[]
  await send('post', '/subscribers', { data: { email: `${word(60)}@${word(60)}.example`, name: word(90) } })
  await send('post', '/conversion-networks', { data: { name: word(80) } })
  const profile = { username: 'admin', name: word(100), bio: word() }
  await send('put', '/auth/profile', { data: profile })
  const texts = Object.entries(settingFields)
    .filter(([key, { control }]) => key !== 'authorLinks' && (control === 'line' || control === 'text'))
    .map(([key, { max }]) => [key, word(Math.min(max, 200))])
  const addresses = { email: `${word(60)}@${word(60)}.example`, authorLinks: `https://${word(60)}.example/${word()}` }
  const choices = { children: 'no', readers: 'de' }
  await send('put', '/settings', { data: { ...Object.fromEntries(texts), ...addresses, ...choices } })
  return {
    post: posts[0]!.id,
    slug: posts[0]!.slug,
    category: category.slug,
    product: product.id,
    image: image.id,
    message: messages[0]!.id,
  }
}

function contentWith(product: number, picture: string): string {
  return [
    `<h2>${word()}</h2><p>${word()} <a href="${address}">${address}</a> <strong>${word()}</strong></p>`,
    `<h3>${word()}</h3><ul><li>${word()}</li></ul><ol><li>${word()}</li></ol><blockquote><p>${word()}</p></blockquote>`,
    `<figure><img src="${picture}" alt="${word()}"><figcaption>${word()}</figcaption></figure>`,
    `<p><code>${word()}</code></p><pre><code>${word()}</code></pre>`,
    `<table><thead><tr><th>${word()}</th><th>a</th></tr></thead><tbody><tr><td>b</td><td>${word()}</td></tr></tbody></table>`,
    `<div data-product-id="${product}"></div>`,
  ].join('')
}
