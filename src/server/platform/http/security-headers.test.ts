import { expect, test } from 'vitest'
import { testListener } from '../../../../test/test-listener.ts'
import { prebuildResponse } from '../delivery/prebuilt-response.ts'
import { assetHeaders, securityHeaders } from './security-headers.ts'

const everywhere = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
}
const asData = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

test.each(['/', '/blog', '/blog/a?page=2', '/nowhere', '/administration', '/logins'])(
  'the page %s allows only its own scripts and no framing',
  async (address) => {
    const { get } = await testListener()
    for (let i = 0; i < 2; i++) {
      const { headers } = await get(address)
      expect(headers).toMatchObject({ ...everywhere, 'referrer-policy': 'strict-origin-when-cross-origin' })
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'; script-src 'self';/)
    }
  },
)

test.each([
  '/admin',
  '/admin/posts/7',
  '/login?redirect=/admin',
  '/setup?token=a',
  '/preview/1',
  '/shared-preview/a-token',
])(
  'the admin page %s is stricter: default-src none, same-origin referrers, no cross-origin windows',
  async (address) => {
    const { get } = await testListener({ isShared: false })
    const { headers } = await get(address)
    expect(headers).toMatchObject({
      ...everywhere,
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
  },
)

test.each(['/api/posts', '/api/posts/a', '/api/none', '/feed.xml', '/healthz', '/share/site.png'])(
  'the response %s is data: nothing in it may run, load or be framed',
  async (address) => {
    const { get } = await testListener()
    for (let i = 0; i < 2; i++) expect((await get(address)).headers).toMatchObject(asData)
  },
)

test.each(['/', '/blog', '/admin', '/login', '/preview/1', '/shared-preview/a-token'])(
  'scripts of %s create HTML by named policies only',
  async (address) => {
    const { get } = await testListener({ isShared: false })
    const policy = (await get(address)).headers['content-security-policy']
    expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types dewlight ProseMirrorClipboard")
    expect(policy).not.toContain('allow-duplicates')
  },
)

test('a picture worker may be started by the admin alone, and compiles WebAssembly in its own script alone', async () => {
  const { get } = await testListener({ isShared: false })
  const policyOf = async (address: string) => String((await get(address)).headers['content-security-policy'])
  expect(await policyOf('/admin')).toMatch(/trusted-types dewlight ProseMirrorClipboard dewlight-worker(?:;|$)/)
  expect(await policyOf('/')).not.toContain('dewlight-worker')
  const headers = securityHeaders(true)
  const ofFile = (name: string) => assetHeaders(headers, `/assets/${name}`)['content-security-policy']
  expect(ofFile('picture-worker-DxHrvW5e.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  expect(ofFile('client-DxHrvW5e.js')).toBe("default-src 'none'; frame-ancestors 'none'")
  for (const kind of ['page', 'owner', 'data', 'text'] as const)
    expect(headers[kind]['content-security-policy']).not.toContain('wasm-unsafe-eval')
})

test('robots.txt is text: nothing in it may run, but a browser shows it with its own style and the icon of the site', async () => {
  const { get } = await testListener()
  expect((await get('/robots.txt')).headers).toMatchObject({
    ...asData,
    'content-security-policy':
      "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
})

test('rejections and errors have them as well', async () => {
  const { get } = await testListener({
    render: async () => {
      throw new Error('broken')
    },
    fetchApp: async () => Response.json({ message: 'no' }, { status: 500 }),
  })
  for (const [address, status] of [
    ['*', 400],
    ['/%00', 400],
    ['/blog', 500],
    ['/api/posts', 500],
  ] as const) {
    const response = await get(address)
    expect(response.status, address).toBe(status)
    expect(response.headers, address).toMatchObject(everywhere)
  }
  const write = await get('/login', { method: 'POST' })
  expect(write.headers).toMatchObject({ ...everywhere, 'x-frame-options': 'DENY' })
})

test('a file has the headers that browsers read in one, which are few: a page has twenty files', async () => {
  const headers = assetHeaders(securityHeaders(true), '/assets/montserrat-DxHrvW5e.woff2')
  const file = prebuildResponse(200, { identity: Buffer.from('a') }, headers, '"a"')
  const { get } = await testListener({ assets: new Map([['/favicon.svg', file]]) })
  for (const [address, status] of [
    ['/favicon.svg', 200],
    ['/media/none', 404],
    ['/assets/none.js', 404],
  ] as const) {
    const response = await get(address)
    expect(response.status, address).toBe(status)
    expect(response.headers, address).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    for (const name of ['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy'])
      expect(response.headers, address).not.toHaveProperty(name)
  }
})

test('a file is read only', async () => {
  const response = prebuildResponse(200, { identity: Buffer.from('a') }, {}, '"a"')
  const { get } = await testListener({ assets: new Map([['/favicon.svg', response]]) })
  for (const address of ['/favicon.svg', '/assets/none.js', '/media/a/320.jpg']) {
    const { status, headers, text } = await get(address, { method: 'POST' })
    expect([status, headers.allow, text], address).toEqual([405, 'GET, HEAD', 'POST is not possible here\n'])
  }
})

test('pages play videos of other sites, and nothing else of theirs but images', async () => {
  const { get } = await testListener()
  const policy = (await get('/')).headers['content-security-policy']
  expect(policy).toContain("; media-src 'self' https:;")
  expect(policy).toContain("; img-src 'self' data: https:;")
  expect(policy).toContain("; font-src 'self';")
  expect(policy).toContain(
    '; frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://www.tiktok.com; ',
  )
})

test('HSTS covers subdomains only if the operator says so', () => {
  const hstsOf = ({ page, data }: ReturnType<typeof securityHeaders>) =>
    [page, data].map((headers) => headers['strict-transport-security'])
  expect(hstsOf(securityHeaders(true))).toEqual(['max-age=31536000', 'max-age=31536000'])
  const all = 'max-age=31536000; includeSubDomains'
  expect(hstsOf(securityHeaders(true, { hstsSubdomains: true }))).toEqual([all, all])
  expect(hstsOf(securityHeaders(false, { hstsSubdomains: true }))).toEqual([undefined, undefined])
})
