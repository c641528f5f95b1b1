import path from 'node:path'
import { pino } from 'pino'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { createSession } from '../src/server/accounts/auth/sessions.repo.ts'
import { composeSite } from '../src/server/app/compose-site.ts'
import type { Backups } from '../src/server/platform/backup/backups.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import type { Jobs } from '../src/server/platform/jobs/jobs.ts'
import { createSecrets } from '../src/server/platform/secrets.ts'
import { parseSmtpUrl } from '../src/server/platform/smtp-url.ts'
import type { BlobStorage } from '../src/server/platform/storage/blob-storage.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'
import { createResponseCheck } from './declared-responses.ts'
import { makeUser } from './factories.ts'
import { migratedDatabase } from './test-database.ts'

export type TestApp = {
  db: Db
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
  /** Sends the mail that is due now. */
  sendMail(): Promise<number>
  /** Where mails are written without a mail server. */
  outboxDir: string
  /** Moves the app's clock. */
  setNow(now: string): void
  /** The queries that were run so far, each once, with the parameters of its last run. */
  queries: Map<string, readonly unknown[]>
  /** The app itself, for a server of its own. */
  fetch: (request: Request) => Response | Promise<Response>
  /** The endpoints that its API declares. */
  endpoints: readonly Endpoint[]
  /** The lines that the app has logged as errors. */
  logged: string[]
  /** What the app has mounted, middleware included. */
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

/** With an `smtpUrl` mail is set up. */
export type TestAppChoices = { isPublic?: boolean; trustedProxies?: number; smtpUrl?: string; media?: BlobStorage }

export const TEST_ORIGIN = 'http://localhost:3000'

/** The real app on a fresh database of the kind that is being tested; everything is gone when the test ends. */
export async function testApp(choices: TestAppChoices = {}): Promise<TestApp> {
  const { isPublic = false, trustedProxies = 0, smtpUrl } = choices
  const queries = new Map<string, readonly unknown[]>()
  const { db, dataDir, databaseUrl } = await migratedDatabase((query) => queries.set(query.sql, query.parameters))

  const mediaDir = path.join(dataDir, 'media')
  const media = choices.media ?? createFolderStorage(mediaDir)
  let requestCount = 0
  let changed = 0
  let cookie: Promise<string> | undefined
  let now = new Date('2026-03-10T15:00:00.000Z')
  const clock = () => now
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const outboxDir = path.join(dataDir, 'outbox')
  const { app, mail, backups, jobs } = composeSite({
    config: {
      origin: TEST_ORIGIN,
      isPublic,
      trustedProxies,
      dataDir,
      outboxDir,
      backupDir: path.join(dataDir, 'backups'),
      backupKeep: { daily: 7, weekly: 4, monthly: 6 },
      smtp: smtpUrl ? parseSmtpUrl(smtpUrl) : undefined,
    },
    db,
    openDb: () => connect({ databaseUrl, dataDir }),
    media,
    clock,
    log,
    secrets: createSecrets('a key for the tests, which is long enough'),
    createRenderer: () => ({
      pageKey: (url) => ({ key: url.pathname, cache: false }),
      hasPage: (url) => ['/', '/contact', '/blog'].includes(url.pathname),
      render: async (url, formResponse) => ({
        status: 200,
        cacheable: false,
        tags: [],
        html: `${url.pathname} ${JSON.stringify(formResponse)}`,
      }),
    }),
    purge: () => {
      changed += 1
    },
  })
  const checkResponse = createResponseCheck(app.endpoints)
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
    media,
    mediaDir,
    request,
    asOwner: async (address, options = {}) =>
      request(address, { ...options, headers: { cookie: await ownerCookie(), ...options.headers } }),
    cookie: ownerCookie,
    changes: () => changed,
    dataDir,
    backups,
    jobs,
    sendMail: mail.sendDue,
    outboxDir,
    queries,
    logged,
    fetch: app.fetch,
    setNow: (time) => {
      now = new Date(time)
    },
    endpoints: app.endpoints,
    routes: app.routes,
  }
}
