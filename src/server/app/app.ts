import { Hono } from 'hono'
import type { Logger } from 'pino'
import { findSite } from '../../contract/accounts/site.ts'
import type { RenderNewsletter } from '../../contract/audience/newsletter-mail.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import type { Problem } from '../../contract/platform/problems.ts'
import { countAuditEntry, createAuditEntry } from '../accounts/audit/audit.repo.ts'
import { auditRoutes } from '../accounts/audit/audit.routes.ts'
import { accountRoutes } from '../accounts/auth/account.routes.ts'
import { authRoutes } from '../accounts/auth/auth.routes.ts'
import { createAuth } from '../accounts/auth/auth.ts'
import { passkeyRoutes } from '../accounts/auth/passkeys.routes.ts'
import { passwordManagerRoutes } from '../accounts/auth/password-manager.routes.ts'
import { stepUpRoutes } from '../accounts/auth/step-up.routes.ts'
import { twoFactorRoutes } from '../accounts/auth/two-factor.routes.ts'
import { type AppearanceOptions, appearanceRoutes } from '../accounts/settings/appearance.routes.ts'
import { settingsRoutes } from '../accounts/settings/settings.routes.ts'
import { userRoutes } from '../accounts/users/users.routes.ts'
import { mailHookRoutes } from '../audience/bounces/mail-hooks.routes.ts'
import { mailboxRoutes } from '../audience/bounces/mailbox.routes.ts'
import { receiveHookRoutes } from '../audience/bounces/receive-hook.routes.ts'
import { contactRoutes } from '../audience/contacts/contacts.routes.ts'
import { replyRoutes } from '../audience/contacts/replies.routes.ts'
import type { Dns } from '../audience/mail/dns.ts'
import { mailRoutes } from '../audience/mail/mail.routes.ts'
import type { MailQueue } from '../audience/mail/mail-queue.ts'
import type { MailServers } from '../audience/mail/mail-server.ts'
import { mailSettingsRoutes } from '../audience/mail/mail-settings.routes.ts'
import type { NewsletterSender } from '../audience/newsletter-sending/newsletter-sender.ts'
import { personalDataRoutes } from '../audience/personal-data/personal-data.routes.ts'
import type { ConfirmationLimit } from '../audience/subscribers/confirmation-limit.ts'
import { subscriberRoutes } from '../audience/subscribers/subscribers.routes.ts'
import { suppressionRoutes } from '../audience/suppressions/suppressions.routes.ts'
import { categoryRoutes } from '../content/categories/categories.routes.ts'
import { ownerCategoryRoutes } from '../content/categories/owner-categories.routes.ts'
import { feedRoutes } from '../content/feeds/feeds.routes.ts'
import { newsletterFeedRoutes } from '../content/feeds/newsletter-feed.routes.ts'
import type { ImageStore } from '../content/images/image-store.ts'
import type { VariantMaker } from '../content/images/image-variants.ts'
import { imageRoutes } from '../content/images/images.routes.ts'
import { ingredientRoutes } from '../content/ingredients/ingredients.routes.ts'
import { linkReplacementRoutes } from '../content/link-replacements/link-replacements.routes.ts'
import { menuRoutes } from '../content/menus/menus.routes.ts'
import { describeSharedContent, readSharedContent } from '../content/menus/shared-content.repo.ts'
import { newsletterPageRoutes } from '../content/posts/newsletter-pages.routes.ts'
import { pageRoutes } from '../content/posts/pages.routes.ts'
import { postBulkRoutes } from '../content/posts/post-bulk.routes.ts'
import { postDraftRoutes } from '../content/posts/post-drafts.routes.ts'
import { postRoutes } from '../content/posts/posts.routes.ts'
import { previewRoutes } from '../content/posts/previews.routes.ts'
import { revisionRoutes } from '../content/posts/revisions.routes.ts'
import { productPageRoutes } from '../content/product-pages/product-pages.routes.ts'
import { routineRoutes } from '../content/routines/routines.routes.ts'
import { searchRoutes } from '../content/search/search.routes.ts'
import { iconRoutes } from '../content/share-images/icons.routes.ts'
import { pinPreviewRoutes, pinRoutes } from '../content/share-images/pins.routes.ts'
import { routinePinRoutes } from '../content/share-images/routine-pins.routes.ts'
import { shareImageRoutes } from '../content/share-images/share-images.routes.ts'
import { backupRoutes } from '../platform/backup/backup.routes.ts'
import type { Backups } from '../platform/backup/backups.ts'
import type { Announce } from '../platform/cdn/announce.ts'
import { announcePurges, type Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import type { Themes } from '../platform/delivery/themes.ts'
import type { GuardRead } from '../platform/health/database-watch.ts'
import { healthRoutes, problemRoutes } from '../platform/health/health.routes.ts'
import { createHealth } from '../platform/health/health.ts'
import { createClientNetwork } from '../platform/http/client-network.ts'
import type { Binding } from '../platform/http/endpoint-handler.ts'
import { createErrorReport } from '../platform/http/error-report.ts'
import { handleError } from '../platform/http/errors.ts'
import type { GuardedRequest } from '../platform/http/guarded-request.ts'
import { notFoundOr405 } from '../platform/http/methods.ts'
import { mountEndpoints } from '../platform/http/mount-endpoints.ts'
import { policyOf } from '../platform/http/path-policy.ts'
import type { ReadCache } from '../platform/http/read-cache.ts'
import { createReads, type OnRead } from '../platform/http/read-in-process.ts'
import { createRefusedAccess } from '../platform/http/refused-access.ts'
import { sameOrigin } from '../platform/http/same-origin.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import type { TokenBuckets } from '../platform/http/token-bucket.ts'
import { makeJobDue } from '../platform/jobs/jobs.repo.ts'
import { jobRoutes } from '../platform/jobs/jobs.routes.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openapiRoutes } from '../platform/openapi/openapi.routes.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import type { ClickIntake } from '../shop/analytics/click-intake.ts'
import { clickRoutes } from '../shop/analytics/clicks.routes.ts'
import { reportRoutes } from '../shop/analytics/reports.routes.ts'
import { catalogRoutes } from '../shop/catalog/catalog.routes.ts'
import { conversionRoutes } from '../shop/conversions/conversions.routes.ts'
import { createNetworkSecret } from '../shop/conversions/network-secret.ts'
import { networkRoutes } from '../shop/conversions/networks.routes.ts'
import { earningAccountRoutes } from '../shop/earnings/accounts/accounts.routes.ts'
import { earningImportRoutes } from '../shop/earnings/imports/imports.routes.ts'
import { programRoutes } from '../shop/earnings/programs/programs.routes.ts'
import { postbackRoutes } from '../shop/earnings/pushes/postback.routes.ts'
import { postbackAddressRoutes } from '../shop/earnings/pushes/postback-addresses.routes.ts'
import { earningsRoutes } from '../shop/earnings/summary/earnings.routes.ts'
import type { LinkProbe } from '../shop/link-health/link-probe.ts'
import { linkRoutes } from '../shop/link-health/links.routes.ts'
import { productImportRoutes } from '../shop/products/import/product-import.routes.ts'
import { productRevisionRoutes } from '../shop/products/product-revisions.routes.ts'
import { productRoutes } from '../shop/products/products.routes.ts'
import { demoRoutes, type PrepareDemo } from './demo/demo.routes.ts'
import { createEmailChangeMail } from './email-change-mail.ts'
import { formPostRoutes } from './forms/form-posts.routes.ts'
import { createNewDeviceMail } from './new-device-mail.ts'
import { automaticNewsletterRoutes } from './newsletter-composing/automatic-newsletters.routes.ts'
import { digestRoutes } from './newsletter-composing/digest.routes.ts'
import { followLinkRoutes } from './newsletter-composing/follow-link.routes.ts'
import { newsletterRoutes } from './newsletter-composing/newsletters.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { createPageStatus } from './page-status.ts'
import { createRateLimits, createSecretLimit, whenRejected } from './rate-limits.ts'
import { createResetMail } from './reset-mail.ts'

export type AppOptions = {
  db: Db
  /** For reads that are the same for every visitor; absent: `db`. */
  publicDb?: Db
  /** The absolute base of the site's addresses, without a slash at its end. */
  origin: string
  /** A public site: cookies travel over https only. */
  isPublic: boolean
  hstsSubdomains?: boolean
  secrets: Secrets
  /** Creates the renderer; pages read through `readWith`, whose `onRead` is called with the tags of each response. */
  createRenderer: (readWith: (onRead: OnRead) => Read) => Renderer
  /** For what pages read. */
  readCache?: ReadCache
  /** The style sheet and the fonts of a theme; absent: only the default one. */
  themes?: Pick<Themes, 'preview' | 'fontsOf'>
  images: ImageStore
  makeVariant: VariantMaker['make']
  /** Called with each new image and its widths, to create them before the first request. */
  onUpload?: (key: string, widths: number[]) => void
  mail: MailQueue
  servers: MailServers
  newsletters: NewsletterSender
  renderNewsletter: RenderNewsletter
  dns: Dns
  /** How links to other sites are checked; absent: not at all. */
  probe?: LinkProbe | undefined
  /** Affiliate links are checked in their shops. */
  checksLinks?: boolean
  /** Fetches the certificates with which webhooks are signed, and pictures of other sites. */
  hookRequest: GuardedRequest
  backups: Backups
  jobs: Jobs
  clicks: ClickIntake
  log: Logger
  clock?: () => Date
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  trustedProxies?: number
  /** Announces purges beyond this host, in the transaction of a write. */
  announce?: Announce
  /** Purges cached responses after a write; the response waits for it. */
  purge?: (purges: readonly Purge[]) => void | Promise<void>
  /** Whether purges of other hosts are known to arrive. */
  isInSync?: () => boolean
  /** Problems of the machine that others have found. */
  findProblems?: () => Problem[]
  /** Bounds public reads. */
  guard?: GuardRead
  /** Token buckets shared by all processes of the site. */
  buckets: TokenBuckets
  confirmationLimit: ConfirmationLimit
  /** Checked for health: the disk of this folder, and the media storage. */
  dataDir?: string
  media?: BlobStorage
  /** Absent in an installation without demo content. */
  prepareDemo?: PrepareDemo
}

const noThemes: Pick<Themes, 'preview' | 'fontsOf'> = { preview: () => '', fontsOf: () => undefined }

/** A new account: its name is on pages. */
const accountPurges: Purge[] = [{ tag: 'users', isSoft: true }]

/** The application without pages and files: a function from Request to Response. */
export function createApp({
  db,
  publicDb = db,
  origin,
  isPublic,
  hstsSubdomains = false,
  secrets,
  createRenderer,
  readCache,
  themes = noThemes,
  images,
  makeVariant,
  onUpload = () => {},
  mail,
  servers,
  newsletters,
  renderNewsletter,
  dns,
  checksLinks = false,
  probe,
  hookRequest,
  backups,
  jobs,
  clicks,
  log,
  clock = () => new Date(),
  trustedProxies = 0,
  announce = announcePurges,
  purge = () => {},
  isInSync,
  findProblems,
  guard,
  buckets,
  confirmationLimit,
  dataDir,
  media,
  prepareDemo,
}: AppOptions) {
  const clientOf = createClientNetwork(trustedProxies)
  const auth = createAuth({
    ...{ db, origin, isPublic, secrets, clock, clientOf, log },
    announce: (transaction) => announce(transaction, accountPurges),
    newDevice: createNewDeviceMail({ origin, mail }),
    resetMail: createResetMail({ origin, mail, secrets }),
  })
  const health = createHealth({
    db: publicDb,
    primaryDb: db,
    dataDir,
    media,
    backups,
    isInSync,
    findOthers: findProblems,
  })
  const reportError = createErrorReport(log, health.note)
  const limits = createRateLimits(buckets, { clientOf, signInClientOf: auth.throttle.clientOf })
  const rateLimits = { ...limits, login: whenRejected(limits.login, auth.noteRefused) }
  const limitSecret = createSecretLimit(buckets)
  const networkSecret = createNetworkSecret({ db, limit: rateLimits.secret })

  const startChecks = async (on: Db, now: string) => {
    await makeJobDue(on, 'check-links', { now, isManual: true })
    return { afterCommit: () => void jobs.wake() }
  }
  const previews: Pick<AppearanceOptions, 'renderPreview' | 'previewStylesheet'> = {
    async renderPreview(path, choice, theme) {
      const url = new URL(path, 'http://localhost')
      if (policyOf(url.pathname).headers !== 'page' || !renderer.hasPage(url)) return undefined
      const fonts = themes.fontsOf(choice)
      return renderer.preview(url, fonts ? { ...theme, fonts } : theme)
    },
    previewStylesheet: themes.preview,
  }
  const pageStatus = createPageStatus(() => renderer, origin)
  const newsletterOptions = {
    ...{ origin, isPublic, servers, dns, renderNewsletter, sender: newsletters },
    ...{ pageStatus, probe },
  }
  const bindings: Binding[] = [
    // Content
    ...categoryRoutes(),
    ...imageRoutes({ store: images, onUpload, request: hookRequest }),
    ...ingredientRoutes(),
    ...newsletterPageRoutes(),
    ...menuRoutes(),
    ...ownerCategoryRoutes(),
    ...pinPreviewRoutes({ readSite: () => read(findSite), readSource: images.readSource }),
    ...pageRoutes({ cache: readCache, claims: (segment) => renderer.claims(segment) }),
    ...postRoutes({ origin }),
    ...postBulkRoutes(),
    ...postDraftRoutes(),
    ...previewRoutes(),
    ...revisionRoutes(),
    ...routineRoutes(),
    ...productPageRoutes(),
    ...searchRoutes({ cache: readCache }),
    // Shop
    ...catalogRoutes({ cache: readCache }),
    ...clickRoutes({ intake: clicks }),
    ...conversionRoutes(networkSecret),
    ...linkRoutes({ startChecks: checksLinks ? startChecks : undefined }),
    ...linkReplacementRoutes(),
    ...earningsRoutes(),
    ...earningAccountRoutes({ secrets }),
    ...earningImportRoutes({
      makeDue: (on, now) => makeJobDue(on, 'earnings', { now, isManual: false }),
      // A failure is found by the next poll.
      wake: () => void jobs.wake().catch(() => {}),
    }),
    ...networkRoutes(),
    ...programRoutes({
      makeDue: (on, now) => makeJobDue(on, 'recognise-programs', { now, isManual: false }),
      wake: () => void jobs.wake().catch(() => {}),
    }),
    ...postbackAddressRoutes({ origin, secrets }),
    ...productImportRoutes(),
    ...productRevisionRoutes(),
    ...productRoutes(),
    ...reportRoutes(),
    // Audience
    ...contactRoutes({ origin, mail }),
    ...newsletterRoutes({ ...newsletterOptions, clock, log, secrets }),
    ...mailHookRoutes({ origin, secrets }),
    ...mailboxRoutes({ secrets }),
    ...automaticNewsletterRoutes(newsletterOptions),
    ...digestRoutes({ origin, servers, renderNewsletter }),
    ...mailRoutes({ mail }),
    ...mailSettingsRoutes({ origin, mail, servers, dns, secrets }),
    ...personalDataRoutes(),
    ...replyRoutes({ origin, mail }),
    ...subscriberRoutes({ origin, mail, confirmationLimit }),
    ...suppressionRoutes(),
    // Accounts
    ...accountRoutes(auth),
    ...appearanceRoutes({ pageHeaders: securityHeaders(isPublic, { hstsSubdomains }).page, ...previews }),
    ...auditRoutes({ endpoints: () => endpoints }),
    ...authRoutes(auth),
    ...passkeyRoutes(auth),
    ...settingsRoutes({
      origin,
      emailChange: createEmailChangeMail({ origin, mail }),
      readShared: readSharedContent,
    }),
    ...stepUpRoutes(auth),
    ...twoFactorRoutes(auth),
    ...userRoutes(),
    // Platform
    ...backupRoutes({ backups, jobs }),
    ...jobRoutes({ jobs }),
    ...openapiRoutes({ origin, endpoints: () => endpoints }),
    ...problemRoutes({ health, trustedProxies }),
    // All of the site
    ...demoRoutes({ media, prepareDemo }),
    ...overviewRoutes({ mail, health, log, origin }),
  ]
  const endpoints = bindings.map(({ endpoint }) => endpoint)
  const readWith = createReads(bindings, { db: publicDb, clock, cache: readCache, guard })
  const read = readWith()
  const renderer = createRenderer(readWith)

  const api = mountEndpoints(bindings, {
    db,
    publicDb,
    clock,
    readSession: auth.cookie.read,
    readBearer: networkSecret.readBearer,
    rateLimits,
    noteRefusedAccess: createRefusedAccess(log),
    audit: (on, { user, isMerged, ...entry }) => {
      const enter = isMerged ? countAuditEntry : createAuditEntry
      return enter(on, { ...entry, user_id: user.id, at: clock().toISOString() })
    },
    announce,
    sharedContent: (on) => describeSharedContent(on, clock().toISOString()),
    purge,
    guard,
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
    .route('/', postbackRoutes({ db, clock, limit: rateLimits.secret, limitSecret }))
    .route('/', receiveHookRoutes({ db, secrets, clock, request: hookRequest, limit: rateLimits.secret, limitSecret }))
    .route('/', feedRoutes({ db: publicDb, read, origin, makeVariant, clock, log }))
    .route('/', newsletterFeedRoutes({ db: publicDb, read, clock }))
    .route('/', followLinkRoutes({ db, clock, log }))
    .route('/', passwordManagerRoutes(origin))
    .route('/', iconRoutes({ read, readSource: images.readSource }))
    .route('/', pinRoutes({ read, readSource: images.readSource }))
    .route('/', routinePinRoutes({ read }))
    .route('/', shareImageRoutes({ read, readSource: images.readSource }))
    .route(
      '/',
      formPostRoutes({
        db,
        origin,
        clock,
        renderer,
        mail,
        limits: rateLimits,
        confirmationLimit,
        reportError,
        ...auth,
        purgeAccount: () => purge(accountPurges),
      }),
    )
    .notFound(notFoundOr405(() => app.routes, renderer.hasPage))
    .onError(handleError(reportError))
  return { fetch: app.fetch, request: app.request, routes: app.routes, renderer, pageStatus, endpoints, reportError }
}
