import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { createSession } from './sessions.repo.ts'

type Route = { name: string; method: string; path: string }

const fillParameters = (path: string) => path.replace(/:\w+(\{[^/]*\})?/g, '2147483647')

/** Every endpoint of the owner, with a URL that addresses it. */
function ownersRoutes({ endpoints }: TestApp): Route[] {
  return endpoints
    .filter(({ access }) => access !== 'public')
    .map(({ method, path, when }) => ({
      method,
      path: when ? `${path}?${when.includes('=') ? when : `${when}=all`}` : path,
    }))
    .map(({ method, path }) => ({ name: `${method} ${path}`, method, path: `/api${fillParameters(path)}` }))
}

/** Every mounted route, forms for browsers without JavaScript included. */
function mountedRoutes({ routes }: TestApp): Route[] {
  const mounted = routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
  const named = new Map(mounted.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  return [...named].map(([name, { method, path }]) => ({ name, method, path: fillParameters(path) }))
}

test('every endpoint of the owner rejects anonymous requests and expired sessions, and nothing changes', async () => {
  const app = await testApp()
  const token = await createSession(app.db, await makeUser(app.db), new Date('2026-03-10T15:00:00.000Z'))
  app.setNow('2026-04-09T15:00:00.000Z')
  const before = await countRows(app.db)
  for (const { name, method, path } of ownersRoutes(app)) {
    for (const cookie of ['', `session=${'A'.repeat(43)}`, `session=${token}`]) {
      const response = await app.request(path, { method, headers: { cookie } })
      expect(response.status, `${name} ${cookie}`).toBe(401)
      expect(await response.json(), name).toEqual({ message: 'Please sign in' })
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('cross-site requests change nothing, even with the owner’s session', async () => {
  const app = await testApp()
  await app.asOwner('/api/auth/user')
  const before = await countRows(app.db)
  for (const { name, method, path } of mountedRoutes(app).filter((route) => route.method !== 'GET')) {
    const pages: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', host: 'localhost:3000' },
    ]
    for (const headers of pages) {
      const response = await app.asOwner(path, { method, headers })
      expect(response.status, name).toBe(403)
      expect(await response.json(), name).toEqual({ message: 'This request came from another site' })
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('the owner may call every endpoint of the owner', async () => {
  const app = await testApp()
  for (const { name, method, path } of ownersRoutes(app)) {
    const response = await app.asOwner(path, { method })
    expect([401, 403, 500], `${name}: ${response.status}`).not.toContain(response.status)
  }
})
