import { expect, test } from 'vitest'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'

test.each([
  ['DELETE', '/api/site', 'GET, HEAD'],
  ['PATCH', '/api/posts', 'GET, HEAD, POST'],
  ['POST', '/api/posts/a-slug', 'DELETE, GET, HEAD, PUT'],
  ['GET', '/api/auth/login', 'POST'],
  ['HEAD', '/api/auth/login', 'POST'],
  ['OPTIONS', '/api/analytics/click', 'POST'],
  ['DELETE', '/healthz', 'GET, HEAD'],
  ['POST', '/feed.xml', 'GET, HEAD'],
  ['POST', '/share/a-post.png', 'GET, HEAD'],
  ['PUT', '/contact', 'GET, HEAD, POST'],
  ['POST', '/blog', 'GET, HEAD'],
])('%s %s is rejected with 405 and Allow: %s', async (method, path, allow) => {
  const { request } = await testApp()
  const response = await request(path, { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe(allow)
  if (method !== 'HEAD') await expectSentence(response)
})

test('an unknown path is 404 with any method', async () => {
  const { request } = await testApp()
  for (const path of ['/nowhere', '/api/nowhere', '/api/feed.xml', '/api/postsxcsv', '/API/site'])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect((await request(path, { method })).status, `${method} ${path}`).toBe(404)
})
