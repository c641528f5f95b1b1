import { Hono } from 'hono'
import { listProblems, type Problem } from '../../../contract/platform/problems.ts'
import { bind } from '../http/endpoint-handler.ts'
import type { Health } from './health.ts'

export function problemRoutes({ health, trustedProxies }: { health: Health; trustedProxies: number }) {
  return [
    bind(listProblems, async ({ c }) => {
      // The owner's own request tells: anybody can send the header to a site without a proxy.
      const isUntrusted = trustedProxies === 0 && c.req.header('x-forwarded-for') !== undefined
      const hints = isUntrusted ? [untrustedProxy] : []
      return { body: [...(await health.problems()), ...(await health.missingImages()), ...hints] }
    }),
  ]
}

const untrustedProxy: Problem = {
  kind: 'untrusted-proxy',
  sentence:
    'A proxy is in front of the site, and the site trusts none: all visitors share one rate limit. Set TRUST_PROXY to the number of proxies.',
}

/** Tells load balancers and monitoring: 503 where pages cannot be served, and a list of other problems. */
export function healthRoutes({ health }: { health: Health }) {
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      const [isReady, problems] = await Promise.all([health.isReady(), health.problems()])
      const status = isReady ? 'ready' : 'the database does not answer or is not migrated'
      return c.json({ status, ...(problems.length > 0 && { problems }) }, isReady ? 200 : 503)
    })
}
