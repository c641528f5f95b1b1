import path from 'node:path'
import type { JobName } from '../../contract/platform/jobs.ts'
import { createAuth } from '../accounts/auth/auth.ts'
import type { ThemePreviews } from '../accounts/settings/appearance.routes.ts'
import { createRootFiles } from '../accounts/settings/root-files.ts'
import { newsletterMessageId } from '../audience/bounces/message-id.ts'
import { createMailQueue } from '../audience/mail/mail-queue.ts'
import { createMailServers, MissingSender, readSender } from '../audience/mail/mail-server.ts'
import { createNewsletterSender } from '../audience/newsletter-sending/newsletter-sender.ts'
import { ServerRefusal } from '../audience/newsletter-sending/server-refusal.ts'
import { createConfirmationLimit } from '../audience/subscribers/confirmation-limit.ts'
import { createImageStore } from '../content/images/image-store.ts'
import { createVariantMaker } from '../content/images/image-variants.ts'
import { createVariantWarming } from '../content/images/warm-variants.ts'
import { readSharedContent } from '../content/menus/shared-content.repo.ts'
import { createRedirectHits } from '../content/redirects/redirect-hits.ts'
import { createBackups } from '../platform/backup/backups.ts'
import { removeUnfinishedFiles } from '../platform/backup/remove-unfinished.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import { adminColours } from '../platform/delivery/theme-stylesheet.ts'
import type { Themes } from '../platform/delivery/themes.ts'
import { faultOf } from '../platform/health/faults.ts'
import { createHealth } from '../platform/health/health.ts'
import { createClientNetwork } from '../platform/http/client-network.ts'
import type { Binding } from '../platform/http/endpoint-handler.ts'
import { createErrorReport } from '../platform/http/error-report.ts'
import { policyOf } from '../platform/http/path-policy.ts'
import { createReads } from '../platform/http/read-in-process.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { makeJobDue } from '../platform/jobs/jobs.repo.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createClickIntake } from '../shop/analytics/click-intake.ts'
import { createNetworkSecret } from '../shop/conversions/network-secret.ts'
import { createLinkProbe } from '../shop/link-health/link-probe.ts'
import { createEmailChangeMail } from './email-change-mail.ts'
import { createNewDeviceMail } from './new-device-mail.ts'
import { beginScheduled } from './newsletter-composing/begin-newsletter.ts'
import { makeDueDigest } from './newsletter-composing/make-digest.ts'
import { recomposeAutomatic } from './newsletter-composing/recompose-automatic.ts'
import { createPageStatus } from './page-status.ts'
import { createRateLimits, createSecretLimit, whenRejected } from './rate-limits.ts'
import { createResetMail } from './reset-mail.ts'
import { findInstallation, restoreCommand } from './restoring/restore-command.ts'
import { createSiteExports } from './site-export/site-exports.ts'
import { siteJobs } from './site-jobs.ts'
import type { SiteParts } from './site-parts.ts'

/** A new account: its name is on pages. */
const accountPurges: Purge[] = [{ tag: 'users', isSoft: true }]

/** Routes, jobs and the listener share these: a new service is built here, and its users name it in their options. */
export type Services = ReturnType<typeof createServices>

/** Builds the services of one process. `findBindings` returns the endpoints, which are bound with the services. */
export function createServices(given: SiteParts, findBindings: () => readonly Binding[]) {
  const parts = { ...given, clientOf: createClientNetwork(given.trustedProxies) }
  const rendering = createRendering(parts, findBindings)
  const images = createImages(parts)
  const mailing = createMailing(parts)
  const newsletters = createNewsletters({ ...parts, ...rendering, ...mailing })
  const background = createBackground({ ...parts, ...images, ...mailing })
  const accounts = createAccounts({ ...parts, ...mailing })
  const operations = createOperations({ ...parts, ...background, ...accounts })
  return { ...parts, ...rendering, ...images, ...mailing, ...newsletters, ...background, ...accounts, ...operations }
}

function createRendering(parts: SiteParts, findBindings: () => readonly Binding[]) {
  const { publicDb, clock, readCache, guard, origin, isPublic, hstsSubdomains, themes } = parts
  const headers = securityHeaders(isPublic, { hstsSubdomains })
  const readWith = createReads({ findBindings, db: publicDb, clock, cache: readCache, guard })
  const renderer = parts.createRenderer(readWith)
  return {
    read: readWith(),
    readShared: readSharedContent,
    renderer,
    pageStatus: createPageStatus(renderer, origin),
    themePreviews: createThemePreviews({ renderer, themes, pageHeaders: headers.page }),
    sitePages: {
      renderHome: async () => (await renderer.render(new URL('/', origin))).body.join(''),
    },
    findRootFile: createRootFiles({ publicDb, guard, origin, clock, headers }),
    endpoints: () => findBindings().map(({ endpoint }) => endpoint),
  }
}

function createImages({ media, exclusive, log }: SiteParts) {
  const variants = createVariantMaker(media)
  const images = createImageStore(media, { exclusive })
  return {
    variants,
    makeVariant: variants.make,
    warming: createVariantWarming({ variants, log }),
    images,
    readSource: images.readSource,
  }
}

type Connected = SiteParts & { clientOf: ReturnType<typeof createClientNetwork> }

function createMailing(parts: Connected) {
  const { origin, smtp, secrets, buckets, clientOf } = parts
  const servers = createMailServers({ variable: smtp, secrets })
  const mail = createMailQueue({ ...parts, servers })
  return {
    servers,
    mail,
    confirmationLimit: createConfirmationLimit({ buckets, clientOf, secrets }),
    emailChange: createEmailChangeMail({ origin, mail }),
  }
}

type Mailing = ReturnType<typeof createMailing>

function createNewsletters(parts: SiteParts & Mailing & Pick<ReturnType<typeof createRendering>, 'pageStatus'>) {
  const { db, origin, clock, log, secrets, servers, links, renderNewsletter } = parts
  const probe = links && createLinkProbe({ request: links.request })
  const newsletterSender = createNewsletterSender({
    db,
    origin,
    clock,
    log,
    messageIdOf: (recipient, domain) => newsletterMessageId(secrets, recipient, domain),
    async findServer() {
      const server = await servers.find(db)
      if (server === undefined || server === 'unreadable') return undefined
      const from = await readSender(db, origin, server).catch((error: unknown) => {
        throw error instanceof MissingSender ? new ServerRefusal(error.message, false) : error
      })
      return { smtp: server.smtp, from }
    },
    makeDue: () => makeDueDigest(db, clock),
    begin: (id) => beginScheduled(db, id, { ...parts, probe }),
    isOutage: (error) => faultOf(error) !== undefined,
    recompose: (id) => recomposeAutomatic(db, id, { origin, renderNewsletter, now: clock() }),
  })
  return { probe, newsletterSender }
}

function createBackground(parts: SiteParts & Mailing & ReturnType<typeof createImages>) {
  const { db, clock, log, dataDir, outboxDir, backupDir, backupStore: store } = parts
  const place = store.place === path.join(dataDir, 'backups') ? undefined : store.place
  const backups = createBackups({ ...parts, backupDir, store, place })
  const removeLeftovers = (before: Date) => removeUnfinishedFiles({ dataDir, outboxDir, store }, before)
  const siteExports = createSiteExports(parts)
  const jobs = createJobs({ db, clock, log, jobs: siteJobs({ ...parts, backups, siteExports, removeLeftovers }) })
  return {
    backups,
    siteExports,
    restoreCommand: restoreCommand(findInstallation(dataDir)),
    jobs,
    checksLinks: parts.links !== undefined,
    /** Makes a job due, in the transaction of a request, and starts it after the commit. */
    async startJob(on: Db, name: JobName, run: { now: string; isManual: boolean }) {
      await makeJobDue(on, name, run)
      // A failure is found by the next poll.
      return { afterCommit: () => void jobs.wake().catch(() => {}) }
    },
    clicks: createClickIntake(db),
    redirectHits: createRedirectHits({
      db,
      clock,
      onError: (error) => log.error({ err: error }, 'uses of redirects could not be counted'),
    }),
  }
}

function createAccounts(parts: Connected & Mailing) {
  const { origin, mail, secrets, announce, purge } = parts
  return {
    auth: createAuth({
      ...parts,
      announce: (transaction) => announce(transaction, accountPurges),
      newDevice: createNewDeviceMail({ origin, mail }),
      resetMail: createResetMail({ origin, mail, secrets }),
    }),
    /** Purges the pages that show the owner's name. */
    purgeAccount: () => purge(accountPurges),
  }
}

type Operated = Connected & Pick<ReturnType<typeof createBackground>, 'backups'> & ReturnType<typeof createAccounts>

function createOperations({ db, publicDb, log, buckets, clientOf, auth, findProblems, ...parts }: Operated) {
  const health = createHealth({ ...parts, db: publicDb, primaryDb: db, findOthers: findProblems })
  const limits = createRateLimits(buckets, { clientOf, signInClientOf: auth.throttle.clientOf })
  const rateLimits = { ...limits, login: whenRejected(limits.login, auth.noteRefused) }
  return {
    health,
    reportError: createErrorReport(log, health.note),
    rateLimits,
    limitSecret: createSecretLimit(buckets),
    networkSecret: createNetworkSecret({ db, limit: rateLimits.secret }),
  }
}

type ThemePreviewOptions = {
  renderer: Renderer
  themes: Pick<Themes, 'preview' | 'fontsOf'>
  pageHeaders: Record<string, string>
}

function createThemePreviews({ renderer, themes, pageHeaders }: ThemePreviewOptions): ThemePreviews {
  return {
    pageHeaders,
    async render(path, choice, theme) {
      const url = new URL(path, 'http://localhost')
      if (policyOf(url.pathname).headers !== 'page' || !renderer.hasPage(url)) return undefined
      const fonts = themes.fontsOf(choice)
      return renderer.preview(url, fonts ? { ...theme, fonts } : theme)
    },
    stylesheet: themes.preview,
    adminColours,
  }
}
