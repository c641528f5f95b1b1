import { Hono } from 'hono'
import { listProblems } from '../../../contract/problems.ts'
import { bind } from '../http/endpoint-handler.ts'
import type { Health } from './health.ts'

export function problemRoutes({ health }: { health: Health }) {
  return [bind(listProblems, async () => ({ body: [...(await health.problems()), ...(await health.missingImages())] }))]
}

/** For load balancers and monitoring: 503 where pages cannot be served, and a list of other problems. */
export function healthRoutes(health: Health) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const [isReady, problems] = await Promise.all([health.isReady(), health.problems()])
      const status = isReady ? 'ready' : 'the database does not answer or is not migrated'
      return c.json({ status, ...(problems.length > 0 && { problems }) }, isReady ? 200 : 503)
    })
}
