import { expect, test } from 'vitest'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'

test('an internal error is one fixed sentence without details', async () => {
  const { db, request } = await testApp()
  await db.destroy()
  const reads = [
    '/api/site',
    '/api/categories',
    '/api/posts',
    '/api/posts/a-slug',
    '/api/products',
    '/api/search?q=cream',
  ]
  const others = ['/api/users/1', '/api/auth/methods', '/feed.xml', '/feed.json', '/sitemap.xml', '/share/site.png']
  const answers = await Promise.all([
    ...[...reads, ...others].map((path) => request(path)),
    request('/api/auth/user', { headers: { cookie: 'session=a-token' } }),
    request('/api/subscribers', { json: { email: 'ann@example.com' } }),
    request('/api/auth/login', { json: { username: 'nora', password: 'a password' } }),
  ])
  for (const result of answers) {
    expect(result.status).toBe(500)
    expect(await result.json()).toEqual({ message: 'Something went wrong on our side. Please try again.' })
  }
})

test('/healthz says that the process is up, /readyz that the database responds', async () => {
  const { db, request } = await testApp()
  expect((await request('/healthz')).status).toBe(200)
  expect((await request('/readyz')).status).toBe(200)
  await db.destroy()
  expect((await request('/healthz')).status).toBe(200)
  const response = await request('/readyz')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'the database does not answer or is not migrated' })
})

test('an unknown path of the API is a JSON 404', async () => {
  const { request } = await testApp()
  const names = maliciousTexts.map((text) => encodeURIComponent(text.toWellFormed()))
  for (const name of [
    '',
    'nothing',
    'posts/a/b',
    'Posts',
    'posts/',
    '__proto__',
    '%2e%2e/secret',
    '%E0%A4%A',
    ...names,
  ]) {
    const response = await request(`/api/${name}`)
    expect(response.status, name).toBe(404)
    await expectSentence(response, name)
  }
})

test('an unknown method of a known path is rejected with a sentence', async () => {
  const { request } = await testApp()
  for (const method of ['PUT', 'DELETE', 'PATCH', 'POST']) {
    const response = await request('/api/site', { method })
    expect(response.status, method).toBe(405)
    expect(response.headers.get('allow'), method).toBe('GET, HEAD')
    await expectSentence(response, method)
  }
})

test('API responses are not stored by any cache', async () => {
  const { request } = await testApp()
  for (const path of ['/api/posts', '/api/nothing', '/api/auth/user', '/api/search'])
    expect((await request(path)).headers.get('cache-control'), path).toBe('no-store')
})

test('HEAD responds like GET, without a body', async () => {
  const { request } = await testApp()
  const response = await request('/api/posts', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-total-count')).toBe('0')
  expect(await response.text()).toBe('')
})
