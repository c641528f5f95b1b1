import { get } from 'node:http'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { createVisitor, origin } from './visitor.ts'

test('Security: every response has the headers', async () => {
  const visitor = createVisitor()
  for (const path of [...pages.map((page) => page.path), '/admin', '/api/posts', '/api/none', '/feed.xml']) {
    const { headers } = await visitor.fetch(path)
    const policy = headers.get('content-security-policy')
    const isData = /^\/(?:api\/|feed)/.test(path)
    expect.soft(policy, path).toMatch(isData ? /^default-src 'none';/ : /(?:^|; )script-src 'self'(?:;|$)/)
    expect.soft(policy, path).toContain("frame-ancestors 'none'")
    if (!isData) expect.soft(policy, path).toContain("object-src 'none'")
    expect.soft(policy, path).toContain("base-uri 'none'")
    expect.soft(policy, path).not.toMatch(/unsafe|\*/)
    if (isData) expect.soft(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    else expect.soft(policy, path).toContain("require-trusted-types-for 'script'")
    expect.soft(headers.get('x-content-type-options'), path).toBe('nosniff')
    const isOwners = /^\/(?:admin|login|setup|preview)/.test(path)
    expect
      .soft(headers.get('referrer-policy'), path)
      .toBe(isData ? 'no-referrer' : isOwners ? 'same-origin' : 'strict-origin-when-cross-origin')
    expect.soft(headers.get('x-powered-by'), path).toBeNull()
    expect.soft(headers.get('set-cookie'), path).toBeNull()
  }
  const { headers } = await visitor.fetch('/favicon.svg')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('Security: the demo responds under no foreign name, not even from memory (DNS rebinding)', async () => {
  const statusOf = (path: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(new URL(path, origin), { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  for (const path of ['/', '/api/posts', '/api/auth/user', '/favicon.svg', '/healthz']) {
    expect(await statusOf(path, 'localhost'), path).toBe((await createVisitor().fetch(path)).status)
    expect(await statusOf(path, 'rebound.example'), path).toBe(421)
  }
})

test('Security: no page has an inline script, an inline handler or a style that the policy does not name', async () => {
  for (const { path } of pages) {
    const response = await createVisitor().fetch(path)
    const html = await response.text()
    const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes)
    expect(scripts.length).toBeGreaterThan(0)
    for (const attributes of scripts) {
      expect.soft(attributes, path).toMatch(/\ssrc="\/assets\/|\stype="application\/(?:ld\+)?json"/)
    }
    const markup = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    expect.soft(markup, path).not.toMatch(/<[a-z][^>]*\son[a-z]+="/i)
    expect.soft(markup, path).not.toMatch(/<[a-z][^>]*\sstyle="/i)
    expect.soft(markup, path).not.toMatch(/<style\b/i)
    expect.soft(response.headers.get('content-security-policy'), path).toContain("style-src 'self';")
    expect.soft(markup, path).not.toMatch(/(?:href|src)="javascript:/i)
  }
})

test('Security: a post with a script in it runs none', async () => {
  const visitor = createVisitor()
  const posts = (await (await visitor.fetch('/api/posts?limit=100')).json()) as { slug: string; content?: string }[]
  expect(posts.length).toBeGreaterThan(10)
  let read = 0
  for (const { slug } of posts) {
    const response = await visitor.fetch(`/api/posts/${slug}`)
    // A post of another file may be deleted by now.
    if (response.status === 404) continue
    const { content } = (await response.json()) as { content: string }
    expect.soft(content, slug).not.toMatch(/<script|<iframe|\son[a-z]+=|javascript:/i)
    read += 1
  }
  expect(read).toBeGreaterThan(10)
})

test('Security: a write from another site is refused', async () => {
  for (const path of [
    '/api/contacts',
    '/api/subscribers',
    '/api/auth/login',
    '/api/auth/logout',
    '/contact',
    '/newsletter',
  ]) {
    const response = await createVisitor().fetch(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    })
    expect.soft(response.status, path).toBe(403)
  }
})

test('6 Roles: the lists of the owner are closed to a visitor', async () => {
  for (const path of [
    '/api/contacts',
    '/api/subscribers',
    '/api/images',
    '/api/analytics?startDate=2024-01-01&endDate=2024-02-01',
  ]) {
    expect.soft([401, 403, 404], path).toContain((await createVisitor().fetch(path)).status)
  }
})

test('6 Roles: nothing of the owner is in the page that the server sends a visitor, which is not indexed', async () => {
  const { html, document } = await createVisitor().open('/admin')
  expect(html).not.toContain('Refresh Data')
  expect(html).not.toContain('View Site')
  expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toMatch(/noindex/)
})
