import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/test-app.ts'

const text = `<p>${'A gentle cream for dry skin. '.repeat(3)}</p>`
const post = { title: 'About a jar', slug: 'about-a-jar', content: text, coverImage: '/media/none/640.jpg' }
const category = { name: 'Sun care', slug: 'sun-care' }
const product = {
  name: 'Oat cream',
  category: 'Moisturizers',
  price: '24.50',
  affiliateLink: 'https://shop.example/oat',
}

type Field = {
  name: string
  send: (app: TestApp, value: string) => Response | Promise<Response>
  message: string
}

const image = 'Use an image of the media library or an address with https://'
const setting = (name: string, message: string): Field => ({
  name,
  send: (app, value) => app.asOwner('/api/settings', { method: 'PUT', json: { [name]: value } }),
  message,
})

const pictures: Field[] = [
  {
    name: 'coverImage',
    send: (app, coverImage) => app.asOwner('/api/posts', { json: { ...post, coverImage } }),
    message: image,
  },
  {
    name: 'imageUrl',
    send: (app, imageUrl) => app.asOwner('/api/categories', { json: { ...category, imageUrl } }),
    message: image,
  },
  {
    name: 'imageUrl',
    send: (app, imageUrl) => app.asOwner('/api/products', { json: { ...product, imageUrl } }),
    message: image,
  },
  setting('heroImage', 'Please choose an image of the media library'),
  setting('aboutImage', 'Please choose an image of the media library'),
]

const links: Field[] = [
  {
    name: 'affiliateLink',
    send: (app, affiliateLink) => app.asOwner('/api/products', { json: { ...product, affiliateLink } }),
    message: 'Please enter a link that begins with http:// or https://',
  },
  ...['pinterest', 'instagram', 'x', 'facebook', 'youtube', 'tiktok'].map((name) =>
    setting(name, 'Please enter an address that begins with https://'),
  ),
]

/** Neither a path of this site nor a URL of another one. */
const invalid = [
  'https://a b/',
  'https://a.example/a b.jpg',
  'https://a.example/a\tb',
  'https://a.example/\u0000',
  'https://a.example\\b.jpg',
  'https:///a.example/b.jpg',
  'https://@a.example/b.jpg',
  'https://shop.example@evil.example/b.jpg',
  'https://user:word@a.example/b.jpg',
  'https://a.example:99999/b.jpg',
  'https://%/b.jpg',
  'https:b.jpg',
  'https://',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'ftp://a.example/b.jpg',
  '//evil.example/b.jpg',
  '/\\evil.example/b.jpg',
  '/media/../secret',
  '/media/%2e%2E/secret',
  '/media/./b.jpg',
  '/media/a b.jpg',
  '/media\\b.jpg',
  'media/b.jpg',
  'jar-of-oats.png',
]

test.each([...pictures, ...links])('$name takes no URL that is malformed or of an unknown kind', async (field) => {
  const app = await testApp()
  for (const value of invalid) {
    const response = await field.send(app, value)
    expect(response.status, value).toBe(400)
    expect(await response.json(), value).toEqual({
      message: field.message,
      issues: [{ path: field.name, message: field.message }],
    })
  }
})

test.each([...pictures, ...links])('$name takes an address of another site', async (field) => {
  for (const value of [
    'https://a.example',
    ' https://a.example/b.jpg?c=1&d=%20e#f ',
    'HTTPS://A.example:8443/straße/皮膚.jpg',
    'https://[2001:db8::1]/@me',
  ]) {
    const app = await testApp()
    const response = await field.send(app, value)
    expect(response.status, value).toBeLessThan(300)
    expect(JSON.stringify(await response.json()), value).toContain(JSON.stringify(value.trim()))
  }
})

test.each(pictures)('$name takes a path of this site', async (field) => {
  for (const value of ['/media/none/640.jpg', '/apple-touch-icon.png', '/media/a..b/640.jpg?v=2']) {
    const app = await testApp()
    const response = await field.send(app, value)
    expect(response.status, value).toBeLessThan(300)
    expect(JSON.stringify(await response.json()), value).toContain(JSON.stringify(value))
  }
})

test.each(pictures)(
  'an http:// picture in $name becomes https://, as the content security policy demands',
  async (field) => {
    for (const [value, stored] of [
      ['http://a.example/b.jpg', 'https://a.example/b.jpg'],
      ['HTTP://a.example:80/b.jpg', 'https://a.example/b.jpg'],
      ['http://a.example:8080?b', 'https://a.example:8080?b'],
      ['http://a.example', 'https://a.example'],
    ] as const) {
      const app = await testApp()
      const response = await field.send(app, value)
      expect(response.status, value).toBeLessThan(300)
      expect(JSON.stringify(await response.json()), value).toContain(JSON.stringify(stored))
    }
  },
)

test.each(links)('$name is never a path of this site, and http:// stays', async (field) => {
  const app = await testApp()
  expect((await field.send(app, '/media/none/640.jpg')).status).toBe(400)
  const response = await field.send(app, 'http://a.example/b')
  expect(response.status).toBeLessThan(300)
  expect(JSON.stringify(await response.json())).toContain('"http://a.example/b"')
})

test('the logo is an image of the media library', async () => {
  const app = await testApp()
  const save = (logo: string) => app.asOwner('/api/settings', { method: 'PUT', json: { logo } })
  for (const value of ['https://a.example/b.png', '/apple-touch-icon.png', '/media/../secret'])
    expect((await save(value)).status, value).toBe(400)
  expect((await save('/media/none/640.jpg')).status).toBe(200)
})

test('http:// images in an article become https://', async () => {
  const app = await testApp()
  const content = `${text}<img src="http://a.example/b.jpg" alt=""><a href="http://a.example/">a</a>`
  const created = await app.asOwner('/api/posts', { json: { ...post, content } })
  const stored = ((await created.json()) as { content: string }).content
  expect(stored).toContain('src="https://a.example/b.jpg"')
  expect(stored).toContain('href="http://a.example/"')
})
