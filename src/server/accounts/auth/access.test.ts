import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { createSession } from './sessions.repo.ts'

/**
 * That a route is the owner's stands in the contract; `app.test.ts` holds every other mounted one to a list of what is
 * for everyone. So a route that nobody thought about fails one or the other.
 */
const ownersEndpoints = new Set(
  endpoints.filter(({ owner }) => owner).map(({ method, path }) => `${method.toUpperCase()} /api${path}`),
)

type Route = { name: string; method: string; path: string }

function routesOf({ routes }: TestApp): Route[] {
  const mounted = routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
  const named = new Map(mounted.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  return [...named].map(([name, { method, path }]) => ({
    name,
    method,
    path: path.replace(/:\w+(\{[^/]*\})?/g, '2147483647'),
  }))
}

const ownersRoutes = (app: TestApp) => routesOf(app).filter(({ name }) => ownersEndpoints.has(name))

test('every endpoint that the contract calls the owner’s is mounted', async () => {
  const mounted = new Set(ownersRoutes(await testApp()).map(({ name }) => name))
  expect(mounted).toEqual(ownersEndpoints)
})

test('a stranger and an expired session are refused whatever is the owner’s, and change nothing', async () => {
  const app = await testApp()
  const token = await createSession(app.db, await makeUser(app.db), new Date('2026-03-10T15:00:00.000Z'))
  app.setNow('2026-04-09T15:00:00.000Z')
  const before = await countRows(app.db)
  for (const { name, method, path } of ownersRoutes(app)) {
    for (const cookie of ['', `session=${'A'.repeat(43)}`, `session=${token}`]) {
      const response = await app.ask(path, { method, headers: { cookie } })
      expect(response.status, `${name} ${cookie}`).toBe(401)
      expect(await response.json(), name).toEqual({ message: 'Please sign in' })
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('another site’s page changes nothing, although the browser is signed in', async () => {
  const app = await testApp()
  await app.asOwner('/api/auth/user')
  const before = await countRows(app.db)
  for (const { name, method, path } of routesOf(app).filter((route) => route.method !== 'GET')) {
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

test('the owner is refused nothing that is the owner’s', async () => {
  const app = await testApp()
  for (const { name, method, path } of ownersRoutes(app)) {
    const response = await app.asOwner(path, { method })
    expect([401, 403, 500], `${name}: ${response.status}`).not.toContain(response.status)
  }
})
