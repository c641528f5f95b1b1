import { cpSync } from 'node:fs'
import path from 'node:path'
import { type Logger, pino } from 'pino'
import type { Settings } from '../src/contract/accounts/site.ts'
import type { Endpoint } from '../src/contract/platform/endpoint.ts'
import { createSession } from '../src/server/accounts/auth/sessions.repo.ts'
import { composeSite } from '../src/server/app/compose-site.ts'
import type { PrepareDemo } from '../src/server/app/demo/demo.routes.ts'
import { createUnsubscribeViews } from '../src/server/app/newsletter-composing/unsubscribe-views.ts'
import type { SiteParts } from '../src/server/app/site-parts.ts'
import type { Dns } from '../src/server/audience/mail/dns.ts'
import type { BackupStore } from '../src/server/platform/backup/backup-store.ts'
import type { Backups } from '../src/server/platform/backup/backups.ts'
import { createFolderBackups } from '../src/server/platform/backup/folder-backups.ts'
import { networkApis } from '../src/server/platform/config.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { announcePurges } from '../src/server/platform/db/purge-notices.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { createGuardedRequest, type GuardedRequest } from '../src/server/platform/http/guarded-request.ts'
import type { ReadCache } from '../src/server/platform/http/read-cache.ts'
import type { ReadWith } from '../src/server/platform/http/read-in-process.ts'
import { createTokenBuckets } from '../src/server/platform/http/token-bucket.ts'
import type { Jobs } from '../src/server/platform/jobs/jobs.ts'
import { createLocalExclusive } from '../src/server/platform/mutex.ts'
import { createSecrets } from '../src/server/platform/secrets.ts'
import { parseSmtpUrl } from '../src/server/platform/smtp-url.ts'
import type { BlobStorage } from '../src/server/platform/storage/blob-storage.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'
import { renderNewsletter } from '../src/web/newsletter/render-newsletter.tsx'
import { createResponseCheck } from './declared-responses.ts'
import { makeUser } from './factories.ts'
import { migratedDatabase } from './test-database.ts'

export type TestApp = {
  db: Db
  /** Connects to its database again, as another process does. */
  openDb(): Db
  media: BlobStorage
  /** Where its images are kept, unless the test has brought its own `media`. */
  mediaDir: string
  /**
   * Sends a request to the app; `path` begins with a slash. A `json` is sent as a JSON body by POST. Each request has a
   * client address of its own unless `from` names one, so that no test hits a rate limit by accident.
   */
  request(path: string, options?: RequestOptions): Promise<Response>
  /** Sends a request signed in as the owner `nora`, who is created on the first call. */
  asOwner: TestApp['request']
  /** The cookie of `asOwner`, for requests over a connection. */
  cookie(): Promise<string>
  /** Where the app keeps its files. */
  dataDir: string
  backups: Backups
  /** Nothing runs by itself: a test runs what is due. */
  jobs: Jobs
  /** How often the app said that the public site has changed. */
  changes(): number
  /** The tags that were purged so far, those of each write together. */
  purged: string[][]
  /** Notes a page of the site that is sent, as the listener does. */
  viewPage(path: string, headers?: Record<string, string>): Promise<void>
  /** Sends the mail that is due now. */
  sendMail(): Promise<number>
  /** Begins and sends the newsletters that are due now. */
  sendNewsletters(): Promise<void>
  /** Where mails are written without a mail server. */
  outboxDir: string
  /** Moves the app's clock. */
  setNow(now: string): void
  /** The queries that were run so far, each once, with the parameters of its last run. */
  queries: Map<string, readonly unknown[]>
  /** How many queries were run so far. */
  queryCount(): number
  /** Reads in process, as the rendering of pages does. */
  readWith: ReadWith
  /** The app itself, for a server of its own. */
  fetch: (request: Request) => Response | Promise<Response>
  /** The endpoints that its API declares. */
  endpoints: readonly Endpoint[]
  /** The lines that the app has logged as errors. */
  logged: string[]
  /** Routes as the app has mounted them, middleware included. */
  routes: { method: string; path: string }[]
}

export type RequestOptions = {
  method?: string
  json?: unknown
  body?: string | FormData
  headers?: Record<string, string>
  /** The address of the connection. */
  from?: string
}

export const TEST_KEY = 'a key for the tests, which is long enough'

/** What a site with a mail server states, so that newsletters can be sent. */
const mailSettings = {
  email: 'hello@dewlight.example',
  ownerName: 'Nora Ellery',
  postalAddress: 'PO Box 12\nPortland, ME 04101',
}

export type TestAppChoices = {
  isPublic?: boolean
  trustedProxies?: number
  /** With it mail is set up, and the site has an email and a postal address. */
  smtpUrl?: string
  /** Stored before the app starts. */
  settings?: Partial<Settings>
  /** The result of the check of a mail domain. */
  dns?: Dns
  /** Companies that hold data of the site. */
  hosts?: SiteParts['hosts']
  /** The key of the site; a database that is opened with another holds secrets that it cannot read. */
  secretKey?: string
  media?: BlobStorage
  /** On SQLite a folder with the `dewlight.db` and the `media` that the site begins with. */
  copyOf?: string | undefined
  backupStore?: BackupStore
  prepareDemo?: PrepareDemo
  /** How shops of affiliate links are called; absent: not at all. */
  links?: SiteParts['links']
  /** The status of a page; 200 without. */
  pageStatus?: (path: string) => number
  /** How networks are called for sales. */
  sales?: SiteParts['sales']
  /** Threads of jobs, with connections of their own; absent: jobs run in this one. */
  threads?: (database: { databaseUrl: string | undefined; dataDir: string }) => SiteParts['threads']
  writeStatic?: SiteParts['writeStatic']
  /** How certificates of webhooks are fetched. */
  hookRequest?: GuardedRequest
  /** Keeps what pages read, as a running site does. */
  readCache?: ReadCache
  /** Takes the lines instead of `logged`. */
  log?: Logger
}

export const TEST_ORIGIN = 'http://localhost:3000'

/** The real app on a fresh database of the kind that is being tested; everything is gone when the test ends. */
export async function testApp(choices: TestAppChoices = {}): Promise<TestApp> {
  const { isPublic = false, trustedProxies = 0, smtpUrl } = choices
  const queries = new Map<string, readonly unknown[]>()
  let queryCount = 0
  const { db, dataDir, databaseUrl } = await migratedDatabase((query) => {
    queryCount += 1
    queries.set(query.sql, query.parameters)
  }, choices.copyOf && path.join(choices.copyOf, 'dewlight.db'))
  if (choices.copyOf) cpSync(path.join(choices.copyOf, 'media'), path.join(dataDir, 'media'), { recursive: true })

  const settings = { ...(smtpUrl ? mailSettings : {}), ...choices.settings }
  for (const [key, value] of Object.entries(settings))
    await db
      .insertInto('settings')
      .values({ key, value: JSON.stringify(value), updated_at: '2026-03-10T15:00:00.000Z' })
      .execute()

  const openDb = () => connect({ databaseUrl, dataDir })
  const mediaDir = path.join(dataDir, 'media')
  const media = choices.media ?? createFolderStorage(mediaDir)
  let requestCount = 0
  let changed = 0
  const purged: string[][] = []
  let cookie: Promise<string> | undefined
  let readWith: ReadWith
  let now = new Date('2026-03-10T15:00:00.000Z')
  const clock = () => now
  const logged: string[] = []
  const log = choices.log ?? pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const outboxDir = path.join(dataDir, 'outbox')
  const backupDir = path.join(dataDir, 'backups')
  const unsubscribeViews = createUnsubscribeViews({ db, clock, log })
  const { app, services } = composeSite({
    origin: TEST_ORIGIN,
    isPublic,
    isLocalOnly: !isPublic,
    hstsSubdomains: false,
    trustedProxies,
    dataDir,
    outboxDir,
    backupDir,
    backupKeep: { daily: 7, weekly: 4, monthly: 6 },
    smtp: smtpUrl ? parseSmtpUrl(smtpUrl) : undefined,
    hosts: choices.hosts ?? {},
    db,
    publicDb: db,
    jobsDb: db,
    openDb,
    media,
    backupStore: choices.backupStore ?? createFolderBackups(backupDir),
    exclusive: createLocalExclusive(),
    buckets: createTokenBuckets(),
    prepareDemo: choices.prepareDemo,
    readCache: choices.readCache,
    guard: (run) => run(),
    themes: { preview: () => '', fontsOf: () => undefined },
    announce: announcePurges,
    isInSync: () => true,
    findProblems: () => [],
    links: choices.links,
    sales: choices.sales ?? { apis: networkApis },
    threads: choices.threads?.({ databaseUrl, dataDir }),
    writeStatic: choices.writeStatic,
    guardedRequest: choices.hookRequest ?? createGuardedRequest({ userAgent: `Dewlight (${TEST_ORIGIN})` }),
    dns: choices.dns ?? { txt: async () => [], addresses: async () => [], mailExchangers: async () => [] },
    clock,
    log,
    secrets: createSecrets(choices.secretKey ?? TEST_KEY),
    renderNewsletter,
    createRenderer: (given) => {
      readWith = given
      return {
        pageKey: (url) => ({ key: url.pathname, cache: false }),
        renderUnavailable: () => 'unavailable',
        preview: async (url, theme) =>
          `<html><link rel="stylesheet" href="${theme.stylesheet}"><a class="x" href="/blog?a=1&amp;b=2">${url.pathname}</a><source media="screen and (prefers-color-scheme: dark)"></html>`,
        hasPage: (url) => ['/', '/contact', '/blog'].includes(url.pathname),
        render: async (url, { formResponse } = {}) => ({
          status: choices.pageStatus?.(url.pathname) ?? 200,
          cacheable: false,
          tags: [],
          body: [`${url.pathname} ${JSON.stringify(formResponse)}`],
        }),
      }
    },
    purge: (purges) => {
      changed += 1
      purged.push(purges.map(({ tag }) => tag))
    },
  })
  const { mail, newsletterSender, backups, jobs } = services
  const endpoints = services.endpoints()
  const checkResponse = createResponseCheck(endpoints)
  const request: TestApp['request'] = async (
    address,
    { json, from = `192.0.2.${++requestCount}`, ...options } = {},
  ) => {
    const isJson = json !== undefined
    const headers = { ...(isJson ? { 'content-type': 'application/json' } : {}), ...options.headers }
    const method = options.method ?? (isJson || options.body !== undefined ? 'POST' : 'GET')
    const init = { method, headers, body: isJson ? JSON.stringify(json) : options.body }
    const response = await app.request(address, init, { incoming: { socket: { remoteAddress: from } } })
    await checkResponse(method, new URL(address, TEST_ORIGIN), response)
    return response
  }
  const signIn = async () => {
    const token = await createSession(db, await makeUser(db), now)
    return `${isPublic ? '__Host-session' : 'session'}=${token}`
  }
  const ownerCookie = () => {
    cookie ??= signIn()
    return cookie
  }
  return {
    db,
    openDb,
    media,
    mediaDir,
    request,
    asOwner: async (address, options = {}) =>
      request(address, { ...options, headers: { cookie: await ownerCookie(), ...options.headers } }),
    cookie: ownerCookie,
    changes: () => changed,
    purged,
    dataDir,
    backups,
    jobs,
    viewPage: (path, headers = {}) => unsubscribeViews.note(path, { method: 'GET', headers }),
    sendMail: mail.sendDue,
    sendNewsletters: newsletterSender.sendDue,
    outboxDir,
    queries,
    queryCount: () => queryCount,
    readWith: (...onRead) => readWith(...onRead),
    logged,
    fetch: app.fetch,
    setNow: (time) => {
      now = new Date(time)
    },
    endpoints,
    routes: app.routes,
  }
}
