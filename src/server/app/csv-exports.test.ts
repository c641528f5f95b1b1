import { expect, test } from 'vitest'
import { makeProduct } from '../../../test/factories.ts'
import { runImport } from '../../../test/import-products.ts'
import { testApp } from '../../../test/test-app.ts'
import { responsesOf } from '../../contract/platform/endpoint-responses.ts'
import { createAdminImport } from './site-import/admin-imports.repo.ts'

const MARK = '\uFEFF'
const PERIOD = '?startDate=2026-03-01&endDate=2026-03-10&currency=USD'
/** With the byte order mark, which `Response.text` removes. */
const read = async (response: Response) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())

test('every CSV begins with one byte order mark, without which Excel garbles accents', async () => {
  const { endpoints, asOwner, db } = await testApp()
  await makeProduct(db, { name: 'Crème à l’été' })
  await createAdminImport(db, {
    fileName: 'a.xml',
    source: { folder: null, siteUrl: '' },
    now: '2026-03-10T15:00:00.000Z',
  })
  const files = endpoints.filter((endpoint) => {
    const sent = responsesOf(endpoint)[200]
    return sent && 'contentType' in sent && sent.contentType === 'text/csv'
  })
  expect(files.length).toBeGreaterThan(6)
  for (const { path } of files) {
    const query = path === '/posts.csv' ? '?status=all' : path.startsWith('/earnings/') ? PERIOD : ''
    const response = await asOwner(`/api${path.replace(':id', '1')}${query}`)
    expect(response.headers.get('content-type'), path).toBe('text/csv; charset=utf-8')
    const text = await read(response)
    expect(text.lastIndexOf(MARK), path).toBe(0)
    expect(text, path).toMatch(/^\uFEFF[a-z]/i)
  }
})

test('files with their byte order mark are imported again as they are', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Crème à l’été' })
  const reader = {
    csv: 'email,name\nzoe@mail.example,Zoé',
    consent: 'Signed the list at the workshop',
    isDryRun: false,
  }
  expect((await app.asOwner('/api/subscribers/import', { json: reader })).status).toBe(200)
  const products = await read(await app.asOwner('/api/products.csv'))
  expect(await runImport(app, products)).toMatchObject({ unchanged: 1 })
  const csv = await read(await app.asOwner('/api/subscribers.csv'))
  const json = { csv, consent: 'Exported from this site', isDryRun: true }
  expect(await (await app.asOwner('/api/subscribers/import', { json })).json()).toMatchObject({
    new: 0,
    alreadyThere: 1,
    invalid: 0,
  })
})
