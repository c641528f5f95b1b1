import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditableAppearance } from '../../../contract/accounts/appearance.ts'
import { palettes } from '../../../contract/accounts/palettes.ts'

const chosen = {
  palette: 'sage',
  type: 'modern',
  accent: '#3366CC',
  corners: 'soft',
  dark: true,
  logo: '',
  darkLogo: '',
  favicon: '',
  shareImage: '',
}
const save = (asOwner: TestApp['asOwner'], changes: object = {}, version?: number) =>
  asOwner('/api/appearance', {
    method: 'PUT',
    json: { ...chosen, ...changes },
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  })

async function upload(asOwner: TestApp['asOwner'], width: number, height: number): Promise<string> {
  const image = sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
  const body = new FormData()
  body.set('image', new File([new Uint8Array(await image.png().toBuffer())], 'own.png', { type: 'image/png' }))
  return ((await (await asOwner('/api/images', { body })).json()) as { url: string }).url
}

test('a new site has the look of the specification', async () => {
  const { asOwner } = await testApp()
  expect(await (await asOwner('/api/appearance')).json()).toEqual({
    appearance: {
      ...{ palette: 'honey', type: 'editorial', accent: '', corners: 'round', dark: false },
      ...{ logo: '', darkLogo: '', favicon: '', shareImage: '' },
    },
    version: 0,
  })
})

test('a saved look is on the site, and purges the pages', async () => {
  const { asOwner, request, changes } = await testApp()
  const before = changes()
  const response = await save(asOwner, {}, 0)
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"1"')
  expect(((await response.json()) as EditableAppearance).appearance).toEqual({ ...chosen, accent: '#3366cc' })
  expect(changes()).toBeGreaterThan(before)
  const site = (await (await request('/api/site')).json()) as { appearance: object }
  expect(site.appearance).toMatchObject({ palette: 'sage', accent: '#3366cc', dark: true })
})

test('of two changes of one version the second is told the first', async () => {
  const { asOwner } = await testApp()
  const [one, other] = await Promise.all([save(asOwner, {}, 0), save(asOwner, { palette: 'cherry' }, 0)])
  expect([one.status, other.status].sort()).toEqual([200, 409])
  const conflict = (one.status === 409 ? one : other).json() as Promise<{ current: EditableAppearance }>
  expect((await conflict).current.version).toBe(1)
})

test.each([
  [{ palette: 'neon' }, 'Please choose a palette of the list'],
  [{ type: 'comic' }, 'Please choose fonts of the list'],
  [{ accent: 'red' }, 'Please enter a colour such as #d4a373'],
  [{ accent: '#d4a373;}body{display:none}' }, 'Please enter a colour such as #d4a373'],
  [{ corners: 'wavy' }, 'Please choose a corner style of the list'],
  [{ favicon: 'https://dew.example/a.png' }, 'Please choose an image of the media library'],
])('%j is rejected with a sentence', async (changes, sentence) => {
  const { asOwner } = await testApp()
  const response = await save(asOwner, changes)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(sentence)
})

test('an invalid stored value is replaced by its default', async () => {
  const { db, request } = await testApp()
  const row = {
    key: '#appearance',
    value: '{"palette":"gone","corners":"soft"}',
    updated_at: '2026-03-10T15:00:00.000Z',
  }
  await db.insertInto('settings').values(row).execute()
  const site = (await (await request('/api/site')).json()) as { appearance: object }
  expect(site.appearance).toMatchObject({ palette: 'honey', corners: 'soft' })
})

test('the logo is the one of the settings', async () => {
  const { asOwner } = await testApp()
  const logo = await upload(asOwner, 300, 100)
  await save(asOwner, { logo })
  expect(await (await asOwner('/api/settings')).json()).toMatchObject({ settings: { logo } })
  await asOwner('/api/settings', { method: 'PUT', json: { logo: '' } })
  expect(await (await asOwner('/api/appearance')).json()).toMatchObject({ appearance: { logo: '' } })
})

test('the icons are made of the image that was chosen, and of no other', async () => {
  const { asOwner, request } = await testApp()
  const favicon = await upload(asOwner, 400, 200)
  const other = await upload(asOwner, 120, 120)
  const keyOf = (url: string) => url.split('/')[2]
  await save(asOwner, { favicon })
  for (const size of [96, 180]) {
    const response = await request(`/icons/${keyOf(favicon)}/${size}.png`)
    expect(response.headers.get('content-type')).toBe('image/png')
    const image = sharp(Buffer.from(await response.arrayBuffer()))
    expect(await image.metadata()).toMatchObject({ format: 'png', width: size, height: size, hasAlpha: size === 96 })
  }
  const ico = Buffer.from(await (await request(`/icons/${keyOf(favicon)}/favicon.ico`)).arrayBuffer())
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3])
  const [length, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  expect(await sharp(ico.subarray(offset, offset + length)).metadata()).toMatchObject({ format: 'png', width: 16 })
  expect((await request(`/icons/${keyOf(other)}/96.png`)).status).toBe(404)
  expect((await request('/icons/nothing/favicon.ico')).status).toBe(404)
})

test('the share image is the one that was chosen, cut to 1200 x 630', async () => {
  const { asOwner, request } = await testApp()
  await save(asOwner, { shareImage: await upload(asOwner, 900, 900) })
  const image = sharp(Buffer.from(await (await request('/share/site.png')).arrayBuffer()))
  expect(await image.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const { data } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect([data[0], data[1], data[2]]).toEqual([0, 0, 255])
})

test('a preview is the owner’s alone, stands in frames of the site only and links to previews', async () => {
  const { asOwner, request } = await testApp()
  const query = 'palette=sage&type=modern&accent=&corners=soft'
  const address = `/api/appearance/preview?path=/blog&${query}`
  expect((await request(address)).status).toBe(401)
  expect((await request(`/api/appearance/stylesheet?${query}`)).status).toBe(401)
  const response = await asOwner(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  const html = await response.text()
  expect(html).toContain('href="/api/appearance/stylesheet?palette=sage')
  expect(html).toContain('href="/api/appearance/preview?path=%2Fblog%3Fa%3D1%26b%3D2&amp;palette=sage')
  for (const path of ['/admin', '/login', '/no-such-page', '/api/site'])
    expect((await asOwner(`/api/appearance/preview?path=${path}&${query}`)).status, path).toBe(404)
  expect((await asOwner(`/api/appearance/preview?path=//evil.example&${query}`)).status).toBe(400)
})

test('the admin has dark colours of the palette, whether or not the site has', async () => {
  const { asOwner, request } = await testApp()
  const sheet = async () => (await request('/api/appearance/admin.css')).text()
  expect(await sheet()).toContain(
    `@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--color-paper:${palettes.honey.dark.paper};`,
  )
  await save(asOwner, { dark: false, accent: '' })
  const response = await request('/api/appearance/admin.css')
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await response.text()).toContain(`--color-paper:${palettes.sage.dark.paper};`)
})

test('the preview of a scheme shows the logo of that scheme, whatever the system of the owner is', async () => {
  const { asOwner } = await testApp()
  await save(asOwner, { logo: await upload(asOwner, 400, 100), darkLogo: await upload(asOwner, 400, 100) })
  const preview = async (scheme: string) =>
    (await asOwner(`/api/appearance/preview?path=/&palette=sage&type=modern&accent=&corners=soft${scheme}`)).text()
  expect(await preview('&scheme=light')).toContain('media="not all"')
  expect(await preview('&scheme=dark')).toContain('media="all"')
  expect(await preview('')).toContain('media="screen and (prefers-color-scheme: dark)"')
})
