import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { CacheTag, Read } from '../../contract/endpoint.ts'
import { createAuditEntry } from '../accounts/audit/audit.repo.ts'
import { auditRoutes } from '../accounts/audit/audit.routes.ts'
import { accountRoutes } from '../accounts/auth/account.routes.ts'
import { authRoutes } from '../accounts/auth/auth.routes.ts'
import { createAuth } from '../accounts/auth/auth.ts'
import { passkeyRoutes } from '../accounts/auth/passkeys.routes.ts'
import { requireOwner } from '../accounts/auth/require-owner.ts'
import { twoFactorRoutes } from '../accounts/auth/two-factor.routes.ts'
import { settingsRoutes } from '../accounts/settings/settings.routes.ts'
import { userRoutes } from '../accounts/users/users.routes.ts'
import { contactRoutes } from '../audience/contacts/contacts.routes.ts'
import { mailRoutes } from '../audience/mail/mail.routes.ts'
import type { MailQueue } from '../audience/mail/mail-queue.ts'
import { personalDataRoutes } from '../audience/personal-data/personal-data.routes.ts'
import { subscriberRoutes } from '../audience/subscribers/subscribers.routes.ts'
import { categoryRoutes } from '../content/categories/categories.routes.ts'
import { ownerCategoryRoutes } from '../content/categories/owner-categories.routes.ts'
import { feedRoutes } from '../content/feeds/feeds.routes.ts'
import type { ImageStore } from '../content/images/image-store.ts'
import { imageRoutes } from '../content/images/images.routes.ts'
import { ownerPostRoutes } from '../content/posts/owner-posts.routes.ts'
import { postRoutes } from '../content/posts/posts.routes.ts'
import { revisionRoutes } from '../content/posts/revisions.routes.ts'
import { searchRoutes } from '../content/search/search.routes.ts'
import { shareImageRoutes } from '../content/share-images/share-images.routes.ts'
import { backupRoutes } from '../platform/backup/backup.routes.ts'
import type { Backups } from '../platform/backup/backups.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import { healthRoutes, problemRoutes } from '../platform/health/health.routes.ts'
import { createHealth } from '../platform/health/health.ts'
import { createClientNetwork } from '../platform/http/client-network.ts'
import type { Binding } from '../platform/http/endpoint-handler.ts'
import { handleError } from '../platform/http/errors.ts'
import { notFoundOr405 } from '../platform/http/methods.ts'
import { mountEndpoints } from '../platform/http/mount-endpoints.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { createRead } from '../platform/http/read-in-process.ts'
import { sameOrigin } from '../platform/http/same-origin.ts'
import { createTokenBuckets, type TokenBuckets } from '../platform/http/token-bucket.ts'
import { jobRoutes } from '../platform/jobs/jobs.routes.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openapiRoutes } from '../platform/openapi/openapi.routes.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import type { ClickIntake } from '../shop/analytics/click-intake.ts'
import { clickRoutes } from '../shop/analytics/clicks.routes.ts'
import { reportRoutes } from '../shop/analytics/reports.routes.ts'
import { conversionRoutes } from '../shop/conversions/conversions.routes.ts'
import { createNetworkSecret } from '../shop/conversions/network-secret.ts'
import { networkRoutes } from '../shop/conversions/networks.routes.ts'
import { productImportRoutes } from '../shop/products/import/product-import.routes.ts'
import { productRoutes } from '../shop/products/products.routes.ts'
import { formPostRoutes } from './forms/form-posts.routes.ts'
import { createReads, tagsOf } from './reads.ts'

export type AppOptions = {
  db: Db
  /** The absolute base of the site's addresses, without a slash at its end. */
  origin: string
  /** A public site: cookies travel over https only. */
  isPublic: boolean
  secrets: Secrets
  /** Makes the renderer of pages from what they read through; `onRead` hears what each response depends on. */
  createRenderer: (readWith: (onRead: (tags: readonly CacheTag[]) => void) => Read) => Renderer
  images: ImageStore
  /** Called with each new image, whose widths may be made before a reader asks. */
  onUpload?: (key: string, widths: number[]) => void
  mail: MailQueue
  backups: Backups
  jobs: Jobs
  clicks: ClickIntake
  log: Logger
  clock?: () => Date
  /** How many proxies stand in front and say where a client comes from. */
  trustedProxies?: number
  /** Purges cached responses by tag after a write; the response waits for it. */
  purge?: (tags: readonly CacheTag[]) => void | Promise<void>
  /** Counts clients, for all processes that serve the site. */
  buckets?: TokenBuckets
  /** The folder whose disk is looked after, and the media. */
  dataDir?: string
  media?: BlobStorage
}

/** The application: everything but pages and files, as a plain function of a request. */
export function createApp({
  db,
  origin,
  isPublic,
  secrets,
  createRenderer,
  images,
  onUpload = () => {},
  mail,
  backups,
  jobs,
  clicks,
  log,
  clock = () => new Date(),
  trustedProxies = 0,
  purge = () => {},
  buckets = createTokenBuckets(),
  dataDir,
  media,
}: AppOptions) {
  const clientOf = createClientNetwork(trustedProxies)
  const auth = createAuth({ db, origin, isPublic, secrets, clock, clientOf })
  const owner = requireOwner({ db, clock, cookie: auth.cookie, onChange: (path) => purge(tagsOf(path)) })
  const health = createHealth({ db, dataDir, media })
  const reads = createReads({ db, origin, clock })
  const limits = {
    contact: createRateLimit(buckets, clientOf, 'contact', { burst: 5, every: 60_000 }),
    subscribe: createRateLimit(buckets, clientOf, 'subscribe', { burst: 10, every: 30_000 }),
    // Against a flood alone; who guesses is slowed down by the database, see auth/throttle.ts.
    login: createRateLimit(buckets, clientOf, 'login', { burst: 20, every: 5_000 }),
    click: createRateLimit(buckets, clientOf, 'click', { burst: 60, every: 500 }),
    secret: createRateLimit(buckets, clientOf, 'secret', { burst: 10, every: 15_000 }),
  }

  const networkSecret = createNetworkSecret({ db, limit: limits.secret })
  const bindings: Binding[] = [
    ...categoryRoutes(),
    ...contactRoutes({ origin, mail }),
    ...imageRoutes({ store: images, onUpload }),
    ...mailRoutes({ mail }),
    ...ownerCategoryRoutes(),
    ...personalDataRoutes(),
    ...postRoutes(),
    ...productRoutes(),
    ...productImportRoutes(),
    ...clickRoutes({ intake: clicks }),
    ...reportRoutes(),
    ...conversionRoutes(networkSecret),
    ...networkRoutes(),
    ...searchRoutes(),
    ...settingsRoutes({ origin }),
    ...subscriberRoutes({ origin, mail }),
    ...userRoutes(),
    ...authRoutes(auth),
    ...accountRoutes(auth),
    ...twoFactorRoutes(auth),
    ...passkeyRoutes(auth),
    ...auditRoutes({ endpoints: () => declared }),
    ...backupRoutes({ backups, jobs }),
    ...jobRoutes({ jobs }),
    ...problemRoutes({ health }),
    ...openapiRoutes({ origin, endpoints: () => declared }),
  ]
  const declared = bindings.map(({ endpoint }) => endpoint)
  const renderer = createRenderer((onRead) => createRead(bindings, { db, clock, onRead }))
  const endpoints = mountEndpoints(bindings, {
    db,
    clock,
    readSession: auth.cookie.read,
    readBearer: networkSecret.readBearer,
    rateLimits: limits,
    audit: (on, { user, ...entry }) => createAuditEntry(on, { ...entry, user_id: user.id, at: clock().toISOString() }),
    purge,
  })

  const api = new Hono()
    .route('/', endpoints)
    .route('/', ownerPostRoutes({ db, clock, owner }))
    .route('/', revisionRoutes({ db, clock, owner }))

  const app = new Hono()
  app
    .use(sameOrigin)
    .route('/', healthRoutes(health))
    .use('/api/*', async (c, next) => {
      await next()
      // An answer of the API belongs to this moment; what may be kept says so itself.
      // Set on the answer itself: `c.header` would build it a second time.
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    })
    .route('/api', api)
    .route('/', feedRoutes({ db, reads, origin, clock }))
    .route('/', shareImageRoutes({ reads, readSource: images.readSource }))
    .route('/', formPostRoutes({ db, origin, clock, renderer, mail, limits, ...auth }))
    .notFound(notFoundOr405(() => app.routes, renderer.hasPage))
    .onError(handleError(log, health.note))
  return {
    fetch: app.fetch,
    request: app.request,
    routes: app.routes,
    renderer,
    endpoints: declared,
  }
}
