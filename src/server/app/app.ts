import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { CacheTag, Read } from '../../contract/endpoint.ts'
import { createAuditEntry } from '../accounts/audit/audit.repo.ts'
import { auditRoutes } from '../accounts/audit/audit.routes.ts'
import { accountRoutes } from '../accounts/auth/account.routes.ts'
import { authRoutes } from '../accounts/auth/auth.routes.ts'
import { createAuth } from '../accounts/auth/auth.ts'
import { passkeyRoutes } from '../accounts/auth/passkeys.routes.ts'
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
import type { VariantMaker } from '../content/images/image-variants.ts'
import { imageRoutes } from '../content/images/images.routes.ts'
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
import { createErrorReport } from '../platform/http/error-report.ts'
import { handleError } from '../platform/http/errors.ts'
import { notFoundOr405 } from '../platform/http/methods.ts'
import { mountEndpoints } from '../platform/http/mount-endpoints.ts'
import type { ReadCache } from '../platform/http/read-cache.ts'
import { createReads, type OnRead } from '../platform/http/read-in-process.ts'
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
import { productRevisionRoutes } from '../shop/products/product-revisions.routes.ts'
import { productRoutes } from '../shop/products/products.routes.ts'
import { formPostRoutes } from './forms/form-posts.routes.ts'
import { createNewDeviceMail } from './new-device-mail.ts'
import { createRateLimits } from './rate-limits.ts'

export type AppOptions = {
  db: Db
  /** The absolute base of the site's addresses, without a slash at its end. */
  origin: string
  /** A public site: cookies travel over https only. */
  isPublic: boolean
  secrets: Secrets
  /** Creates the renderer; pages read through `readWith`, whose `onRead` is called with the tags of each response. */
  createRenderer: (readWith: (onRead: OnRead) => Read) => Renderer
  /** For what pages read. */
  readCache?: ReadCache
  images: ImageStore
  makeVariant: VariantMaker['make']
  /** Called with each new image and its widths, to create them before the first request. */
  onUpload?: (key: string, widths: number[]) => void
  mail: MailQueue
  backups: Backups
  jobs: Jobs
  clicks: ClickIntake
  log: Logger
  clock?: () => Date
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  trustedProxies?: number
  /** Purges cached responses by tag after a write; the response waits for it. */
  purge?: (tags: readonly CacheTag[]) => void | Promise<void>
  /** Token buckets shared by all processes of the site. */
  buckets?: TokenBuckets
  /** Checked for health: the disk of this folder, and the media storage. */
  dataDir?: string
  media?: BlobStorage
}

/** The application without pages and files: a function from Request to Response. */
export function createApp({
  db,
  origin,
  isPublic,
  secrets,
  createRenderer,
  readCache,
  images,
  makeVariant,
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
  const auth = createAuth({
    ...{ db, origin, isPublic, secrets, clock, clientOf },
    newDevice: createNewDeviceMail({ origin, mail }),
  })
  const health = createHealth({ db, dataDir, media })
  const reportError = createErrorReport(log, health.note)
  const rateLimits = createRateLimits(buckets, clientOf)
  const networkSecret = createNetworkSecret({ db, limit: rateLimits.secret })

  const bindings: Binding[] = [
    // Content
    ...categoryRoutes(),
    ...imageRoutes({ store: images, onUpload }),
    ...ownerCategoryRoutes(),
    ...postRoutes(),
    ...revisionRoutes(),
    ...searchRoutes({ cache: readCache }),
    // Shop
    ...clickRoutes({ intake: clicks }),
    ...conversionRoutes(networkSecret),
    ...networkRoutes(),
    ...productImportRoutes(),
    ...productRevisionRoutes(),
    ...productRoutes(),
    ...reportRoutes(),
    // Audience
    ...contactRoutes({ origin, mail }),
    ...mailRoutes({ mail }),
    ...personalDataRoutes(),
    ...subscriberRoutes({ origin, mail }),
    // Accounts
    ...accountRoutes(auth),
    ...auditRoutes({ endpoints: () => endpoints }),
    ...authRoutes(auth),
    ...passkeyRoutes(auth),
    ...settingsRoutes({ origin }),
    ...twoFactorRoutes(auth),
    ...userRoutes(),
    // Platform
    ...backupRoutes({ backups, jobs }),
    ...jobRoutes({ jobs }),
    ...openapiRoutes({ origin, endpoints: () => endpoints }),
    ...problemRoutes({ health }),
  ]
  const endpoints = bindings.map(({ endpoint }) => endpoint)
  const readWith = createReads(bindings, { db, clock, cache: readCache })
  const read = readWith()
  const renderer = createRenderer(readWith)

  const api = mountEndpoints(bindings, {
    db,
    clock,
    readSession: auth.cookie.read,
    readBearer: networkSecret.readBearer,
    rateLimits,
    audit: (on, { user, ...entry }) => createAuditEntry(on, { ...entry, user_id: user.id, at: clock().toISOString() }),
    purge,
    reportError,
  })
  const app = new Hono()
  app
    .use(sameOrigin)
    .route('/', healthRoutes(health))
    .use('/api/*', async (c, next) => {
      await next()
      // Set on the response itself: `c.header` would build it a second time.
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
    })
    .route('/api', api)
    .route('/', feedRoutes({ db, read, origin, makeVariant, clock, log }))
    .route('/', shareImageRoutes({ read, readSource: images.readSource }))
    .route('/', formPostRoutes({ db, origin, clock, renderer, mail, limits: rateLimits, reportError, ...auth }))
    .notFound(notFoundOr405(() => app.routes, renderer.hasPage))
    .onError(handleError(reportError))
  return { fetch: app.fetch, request: app.request, routes: app.routes, renderer, endpoints, reportError }
}
