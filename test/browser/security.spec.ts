import { get } from 'node:http'
import { kinds, pages } from '../site/pages.ts'
import { expect, hydrated, open, pageMissing, test } from './site-test.ts'

test('Security: every response has the headers', async ({ request }) => {
  for (const path of [
    ...pages.map((page) => page.path),
    '/admin',
    '/api/posts',
    '/api/none',
    '/feed.xml',
    '/favicon.svg',
  ]) {
    const headers = (await request.get(path)).headers()
    const isData = /^\/(?:api\/|feed)/.test(path)
    expect
      .soft(headers['content-security-policy'], path)
      .toMatch(isData ? /^default-src 'none';/ : /(?:^|; )script-src 'self'(?:;|$)/)
    expect.soft(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    if (!isData) expect.soft(headers['content-security-policy'], path).toContain("object-src 'none'")
    expect.soft(headers['content-security-policy'], path).toContain("base-uri 'none'")
    expect.soft(headers['content-security-policy'], path).not.toMatch(/unsafe|\*/)
    if (isData) expect.soft(headers['cross-origin-resource-policy'], path).toBe('same-origin')
    else expect.soft(headers['content-security-policy'], path).toContain("require-trusted-types-for 'script'")
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    const isOwners = /^\/(?:admin|login|setup|preview)/.test(path)
    expect
      .soft(headers['referrer-policy'], path)
      .toBe(isData ? 'no-referrer' : isOwners ? 'same-origin' : 'strict-origin-when-cross-origin')
    expect.soft(headers['x-powered-by'], path).toBeUndefined()
    expect.soft(headers['set-cookie'], path).toBeUndefined()
  }
})

test('Security: the demo responds under no foreign name, not even from memory (DNS rebinding)', async ({
  request,
  baseURL,
}) => {
  const statusOf = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(new URL(path, baseURL), { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  for (const path of ['/', '/api/posts', '/api/auth/user', '/favicon.svg', '/healthz']) {
    expect(await statusOf(path, 'localhost'), path).toBe((await request.get(path)).status())
    expect(await statusOf(path, 'rebound.example'), path).toBe(421)
  }
})

test.describe('scripts on a page', () => {
  test.use({ expectedProblems: /This document requires 'Trusted|TrustedTypePolicy|Content Security Policy/ })
  test('Security: a string does not count as HTML, and no other policy can be created', async ({ page }) => {
    for (const path of ['/', '/login']) {
      await open(page, path)
      const refused = await page.evaluate(() => {
        type Policies = { createPolicy(name: string, rules: object): unknown }
        const { trustedTypes } = window as unknown as { trustedTypes: Policies }
        const attempts = [
          () => (document.createElement('div').innerHTML = '<b>text</b>'),
          () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
          () => trustedTypes.createPolicy('anything', { createHTML: (html: string) => html }),
          () => document.createElement('script').setAttribute('src', '/assets/a.js'),
        ]
        return attempts.map((attempt) => {
          try {
            attempt()
            return 'done'
          } catch (error) {
            return (error as Error).name
          }
        })
      })
      expect(refused, path).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
    }
  })
})

test.describe('on every page', () => {
  test.use({ expectedProblems: pageMissing })
  test('Security: no page violates its policy, calls a third party, sets a cookie or stores anything', async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow()
    await page.addInitScript(() => {
      const broken: string[] = []
      Object.assign(window, { broken })
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        broken.push(`${violatedDirective} ${blockedURI}`),
      )
    })
    const foreign: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== baseURL && !['data:', 'blob:'].includes(protocol)) foreign.push(request.url())
    })
    const cookies: string[] = []
    page.on('response', (response) => {
      const cookie = response.headers()['set-cookie']
      if (cookie) cookies.push(cookie)
    })
    for (const { path } of kinds) {
      await page.goto(path)
      await hydrated(page)
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.waitForLoadState('networkidle')
      const broken = await page.evaluate(() => (window as unknown as { broken: string[] }).broken)
      expect.soft(broken, path).toEqual([])
      const stored = await page.evaluate(() => window.localStorage.length + window.sessionStorage.length)
      expect.soft(stored, path).toBe(0)
    }
    expect(foreign).toEqual([])
    expect(cookies).toEqual([])
    expect(await context.cookies()).toEqual([])
  })
})

test('Security: no page has an inline script, an inline handler or a style that the policy does not name', async ({
  request,
}) => {
  for (const { path } of pages) {
    const answer = await request.get(path)
    const html = await answer.text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes)
    expect(scripts.length).toBeGreaterThan(0)
    for (const attributes of scripts) {
      expect.soft(attributes, path).toMatch(/\ssrc="\/assets\/|\stype="application\/(?:ld\+)?json"/)
    }
    const markup = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    expect.soft(markup, path).not.toMatch(/<[a-z][^>]*\son[a-z]+="/i)
    expect.soft(markup, path).not.toMatch(/<[a-z][^>]*\sstyle="/i)
    expect.soft(markup, path).not.toMatch(/<style\b/i)
    expect.soft(answer.headers()['content-security-policy'], path).toContain("style-src 'self';")
    expect.soft(markup, path).not.toMatch(/(?:href|src)="javascript:/i)
  }
})

test.describe('an injected script', () => {
  test.use({ expectedProblems: /Content Security Policy|This document requires 'TrustedScript'/ })
  test('Security: the policy stops an inline script', async ({ page, problems }) => {
    await open(page, '/')
    await page.evaluate(() => {
      const script = document.createElement('script')
      // Not `textContent`, which trusted types refuse before there is a script.
      script.append('window.injected = true')
      document.body.append(script)
    })
    await expect.poll(() => problems.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  })
})

test('Security: a browser shows robots.txt without breaking its policy', async ({ page, baseURL }) => {
  await page.goto('/robots.txt')
  const shown = page.locator('pre')
  await expect(shown).toContainText(`Sitemap: ${baseURL}/sitemap.xml`)
  await expect(shown).toHaveCSS('white-space-collapse', 'preserve')
  await expect(shown).toHaveCSS('text-wrap-mode', 'wrap')
  // The icon, which the browser requests by itself.
  const icon = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image()
        image.onload = () => resolve('shown')
        image.onerror = () => resolve('blocked')
        image.src = '/favicon.ico'
      }),
  )
  expect(icon).toBe('shown')
})

test('Security: a post with a script in it runs none', async ({ page }) => {
  for (const { slug } of (await (await page.request.get('/api/posts?limit=100')).json()) as { slug: string }[]) {
    const { content } = await (await page.request.get(`/api/posts/${slug}`)).json()
    expect.soft(content, slug).not.toMatch(/<script|<iframe|\son[a-z]+=|javascript:/i)
  }
})

test('Security: a write from another site is refused', async ({ request }) => {
  for (const path of [
    '/api/contacts',
    '/api/subscribers',
    '/api/auth/login',
    '/api/auth/logout',
    '/contact',
    '/newsletter',
  ]) {
    const answer = await request.post(path, { headers: { 'sec-fetch-site': 'cross-site' }, data: {} })
    expect.soft(answer.status(), path).toBe(403)
  }
})

test('6 Roles: the lists of the owner are closed to a visitor', async ({ request }) => {
  for (const path of [
    '/api/contacts',
    '/api/subscribers',
    '/api/images',
    '/api/analytics?startDate=2024-01-01&endDate=2024-02-01',
  ]) {
    expect.soft([401, 403, 404], path).toContain((await request.get(path)).status())
  }
})
