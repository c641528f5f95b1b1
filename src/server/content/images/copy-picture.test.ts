import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { plainPicture } from '../../../../test/pictures.ts'
import { startShopSimulator } from '../../../../test/shop-simulator.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'

const jar = await plainPicture(300, 200).png().toBuffer()

async function openCopying() {
  const shop = await startShopSimulator()
  shop.on('/a/jar.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(jar))
  return { shop, app: await testApp({ hookRequest: shop.request }) }
}

async function copy({ asOwner }: TestApp, url: string, headers: Record<string, string> = {}, altText = '') {
  const response = await asOwner('/api/images/copy', { json: { url, altText }, headers })
  return { status: response.status, body: (await response.json()) as OwnerImage & { message: string } }
}

test('a picture of another site is copied to the library, with the name and text it had', async () => {
  const { app, shop } = await openCopying()
  shop.on('/moved', (_, response) => response.writeHead(302, { location: '/a/jar.png' }).end())
  const { status, body } = await copy(app, shop.at('docs.test', '/moved?expires=1'), {}, 'A jar')
  expect(status).toBe(201)
  expect(body).toMatchObject({ fileName: 'jar.png', altText: 'A jar', format: 'png', bytes: jar.length })
  expect(await readdir(path.join(app.mediaDir, body.picture.key))).not.toEqual([])
})

test('a picture that is copied twice, by the same request, by another or at once, is in the library once', async () => {
  const { app, shop } = await openCopying()
  const url = shop.at('docs.test', '/a/jar.png')
  const key = { 'idempotency-key': 'f6a1f3a8-0a0c-4a4e-9d8e-1d7f2b9c0001' }
  const all = [await copy(app, url, key), await copy(app, url, key)]
  all.push(...(await Promise.all([copy(app, url), copy(app, url), copy(app, `${url}?signature=2`)])))
  expect(new Set(all.map(({ body }) => body.id)).size).toBe(1)
  expect((await countRows(app.db)).images).toBe(1)
})

test.each([
  ['/gone', 'The picture at docs.test could not be copied: the site responded with 404.'],
  ['/page', 'The picture at docs.test could not be copied: it is not a picture.'],
  ['/large', 'The picture at docs.test could not be copied: it is larger than 5 MB.'],
  ['/slow', 'The picture at docs.test could not be copied: the site did not respond in time.'],
  ['/loop', 'The picture at docs.test could not be copied: the site redirects too often.'],
  ['/inside', 'The picture at docs.test could not be copied: its address is not a public one.'],
])('%s is not copied, and the sentence says why', async (place, message) => {
  const shop = await startShopSimulator({ timeoutMs: 300 })
  const app = await testApp({ hookRequest: shop.request })
  const type = { 'content-type': 'image/png' }
  shop.on('/page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'))
  shop.on('/large', (_, response) => response.writeHead(200, type).end(Buffer.alloc(6 * 1024 * 1024)))
  shop.on('/slow', (_, response) => void response.writeHead(200, type).write(jar.subarray(0, 100)))
  shop.on('/loop', (_, response) => response.writeHead(302, { location: '/loop' }).end())
  shop.on('/inside', (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/a.png' }).end())
  expect(await copy(app, shop.at('docs.test', place))).toEqual({ status: 422, body: { message } })
  expect((await countRows(app.db)).images).toBe(0)
})

test('a signed address of 8,000 characters is taken, and an alt text in one line of at most 500', async () => {
  const { app, shop } = await openCopying()
  const signed = (length: number) => shop.at('docs.test', '/a/jar.png?X-Amz-Signature=').padEnd(length, 'f')
  const { status, body } = await copy(app, signed(8000), {}, `A jar\n\n  of cream ${'x'.repeat(482)}💧💧`)
  expect({ status, altText: body.altText }).toEqual({ status: 201, altText: `A jar of cream ${'x'.repeat(482)}💧` })
  expect((await copy(app, signed(8001))).status).toBe(400)
})

test('only an address of another site is taken', async () => {
  const { app } = await openCopying()
  for (const url of ['ftp://a.example/b', '/media/a', 'data:image/png;base64,AAAA', 'javascript:1'])
    expect((await copy(app, url)).status).toBe(400)
})
