import { Hono } from 'hono'
import type { OwnerGuard } from '../http/owner.ts'
import type { Health } from './health.ts'

export function problemRoutes({ health, owner }: { health: Health; owner: OwnerGuard }) {
  return new Hono().get('/problems', owner, async (c) =>
    c.json([...(await health.problems()), ...(await health.missingImages())]),
  )
}

/** For machines that look after the site: 503 where readers cannot be answered, and a list of what else is wrong. */
export function healthRoutes(health: Health) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const [isReady, problems] = await Promise.all([health.isReady(), health.problems()])
      const status = isReady ? 'ready' : 'the database does not answer or is not migrated'
      return c.json({ status, ...(problems.length > 0 && { problems }) }, isReady ? 200 : 503)
    })
}
