import { kinds } from '../site/pages.ts'
import { expect, hydrated, open, pageMissing, test } from './site-test.ts'

test.describe('scripts on a page', () => {
  test.use({ expectedProblems: /This document requires 'Trusted|TrustedTypePolicy|Content Security Policy/ })
  test('Security: a string does not count as HTML, no other policy can be created, and no inline script runs', {
    tag: '@gate',
  }, async ({ page, problems }) => {
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
    await open(page, '/')
    const before = problems.length
    await page.evaluate(() => {
      const script = document.createElement('script')
      // Not `textContent`, which trusted types refuse before there is a script.
      script.append('window.injected = true')
      document.body.append(script)
    })
    await expect.poll(() => problems.length).toBeGreaterThan(before)
    expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  })
})

test.describe('on every page', () => {
  test.use({ expectedProblems: pageMissing })
  test('Security: no page violates its policy, calls a third party, sets a cookie or stores anything', {
    tag: '@gate',
  }, async ({ page, context, baseURL }) => {
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
      // Those in sight have loaded or were refused; a frame later the page has reported it.
      await page.waitForFunction(() =>
        [...document.images].every((image) => {
          const { top, bottom } = image.getBoundingClientRect()
          return image.complete || bottom < 0 || top > window.innerHeight
        }),
      )
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
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
