import { Hono } from 'hono'
import { countAuditEntry, createAuditEntry } from '../accounts/audit/audit.repo.ts'
import { passwordManagerRoutes } from '../accounts/auth/password-manager.routes.ts'
import { receiveHookRoutes } from '../audience/bounces/receive-hook.routes.ts'
import { feedRoutes } from '../content/feeds/feeds.routes.ts'
import { newsletterFeedRoutes } from '../content/feeds/newsletter-feed.routes.ts'
import { describeSharedContent } from '../content/menus/shared-content.repo.ts'
import { iconRoutes } from '../content/share-images/icons.routes.ts'
import { pinRoutes } from '../content/share-images/pins.routes.ts'
import { routinePinRoutes } from '../content/share-images/routine-pins.routes.ts'
import { shareImageRoutes } from '../content/share-images/share-images.routes.ts'
import { healthRoutes } from '../platform/health/health.routes.ts'
import type { Binding } from '../platform/http/endpoint-handler.ts'
import { handleError } from '../platform/http/errors.ts'
import { notFoundOr405 } from '../platform/http/methods.ts'
import { mountEndpoints } from '../platform/http/mount-endpoints.ts'
import { createRefusedAccess } from '../platform/http/refused-access.ts'
import { sameOrigin } from '../platform/http/same-origin.ts'
import { postbackRoutes } from '../shop/earnings/pushes/postback.routes.ts'
import { formPostRoutes } from './forms/form-posts.routes.ts'
import { followLinkRoutes } from './newsletter-composing/follow-link.routes.ts'
import type { Services } from './services.ts'

/** The application without pages and files: a function from Request to Response. */
export function createApp(services: Services, bindings: readonly Binding[]): Hono {
  const { renderer, reportError } = services
  const app = new Hono()
  return app
    .use(sameOrigin)
    .route('/', healthRoutes(services))
    .use('/api/*', async (c, next) => {
      await next()
      // Set on the response itself: `c.header` would build it a second time.
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    })
    .route('/api', createApi(services, bindings))
    .route('/', postbackRoutes(services))
    .route('/', receiveHookRoutes(services))
    .route('/', feedRoutes(services))
    .route('/', newsletterFeedRoutes(services))
    .route('/', followLinkRoutes(services))
    .route('/', passwordManagerRoutes(services))
    .route('/', iconRoutes(services))
    .route('/', pinRoutes(services))
    .route('/', routinePinRoutes(services))
    .route('/', shareImageRoutes(services))
    .route('/', formPostRoutes(services))
    .notFound(notFoundOr405(() => app.routes, renderer.hasPage))
    .onError(handleError(reportError))
}

function createApi(services: Services, bindings: readonly Binding[]): Hono {
  const { auth, networkSecret, log, clock } = services
  return mountEndpoints(bindings, {
    ...services,
    readSession: auth.cookie.read,
    readBearer: networkSecret.readBearer,
    noteRefusedAccess: createRefusedAccess(log),
    audit: (on, { user, isMerged, ...entry }) => {
      const enter = isMerged ? countAuditEntry : createAuditEntry
      return enter(on, { ...entry, user_id: user.id, at: clock().toISOString() })
    },
    sharedContent: (on) => describeSharedContent(on, clock().toISOString()),
  })
}
