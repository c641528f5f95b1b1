import path from 'node:path'
import { pino } from 'pino'
import { createClickIntake } from '../src/server/analytics/click-intake.ts'
import { createApp } from '../src/server/app.ts'
import { createSession } from '../src/server/auth/sessions.repo.ts'
import { type Backups, createBackups } from '../src/server/backup/backups.ts'
import { connect } from '../src/server/db/connect.ts'
import type { Db } from '../src/server/db/schema.ts'
import { createImageStore } from '../src/server/images/image-store.ts'
import { createVariantMaker } from '../src/server/images/image-variants.ts'
import { createJobs, type Jobs } from '../src/server/jobs/jobs.ts'
import { createPostOffice } from '../src/server/mail/post-office.ts'
import { parseSmtpUrl } from '../src/server/mail/smtp-url.ts'
import { createMediaFolder } from '../src/server/media/media-folder.ts'
import type { MediaStore } from '../src/server/media/media-store.ts'
import { createSecrets } from '../src/server/secrets.ts'
import { siteJobs } from '../src/server/site-jobs.ts'
import { makeUser } from './factories.ts'
import { migratedDatabase } from './test-database.ts'

export type TestApp = {
  db: Db
  media: MediaStore
  /** The folder of its images, unless the test passes `media`. */
  mediaDir: string
  /**
   * Calls the app; `path` starts with a slash. `json` is sent as a JSON body by POST. Each request has a different IP
   * address unless `from` is set, so that no rate limit applies by accident.
   */
  ask(path: string, options?: AskOptions): Promise<Response>
  /** Like `ask`, signed in as the owner `nora`, who is created at the first call. */
  asOwner: TestApp['ask']
  /** DATA_DIR of the app. */
  dataDir: string
  backups: Backups
  /** No job runs on its own: tests run due jobs. */
  jobs: Jobs
  /** The number of calls of `onChange`. */
  changes(): number
  /** Sends all due mail. */
  sendMail(): Promise<number>
  /** The folder of mail files if no SMTP server is set. */
  outboxDir: string
  /** Sets the app's clock. */
  setNow(now: string): void
  /** All distinct queries so far, with the parameters of the last execution. */
  queries: Map<string, readonly unknown[]>
  /** The app's fetch handler, to mount in a server. */
  fetch: (request: Request) => Response | Promise<Response>
  /** All routes of the app, including middleware. */
  routes: { method: string; path: string }[]
}

export type AskOptions = {
  method?: string
  json?: unknown
  body?: string | FormData
  headers?: Record<string, string>
  /** The IP address of the connection. */
  from?: string
}

/** `smtpUrl` enables mail. */
export type TestAppChoices = { isPublic?: boolean; trustedProxies?: number; smtpUrl?: string; media?: MediaStore }

export const TEST_ORIGIN = 'http://localhost:3000'

/** The real app on a new database of the tested kind. Everything is deleted when the test ends. */
export async function testApp(choices: TestAppChoices = {}): Promise<TestApp> {
  const { isPublic = false, trustedProxies = 0, smtpUrl } = choices
  const queries = new Map<string, readonly unknown[]>()
  const { db, dataDir, databaseUrl } = await migratedDatabase((query) => queries.set(query.sql, query.parameters))

  const mediaDir = path.join(dataDir, 'media')
  const media = choices.media ?? createMediaFolder(mediaDir)
  let asked = 0
  let changed = 0
  let cookie: Promise<string> | undefined
  let now = new Date('2026-03-10T15:00:00.000Z')
  const clock = () => now
  const log = pino({ level: 'silent' })
  const outboxDir = path.join(dataDir, 'outbox')
  const smtp = smtpUrl ? parseSmtpUrl(smtpUrl) : undefined
  const mail = createPostOffice({ db, origin: TEST_ORIGIN, smtp, outboxDir, clock, log })
  const backups = createBackups({
    openDb: () => connect({ databaseUrl, dataDir }),
    media,
    backupDir: path.join(dataDir, 'backups'),
  })
  const images = createImageStore(media)
  const keep = { daily: 7, weekly: 4, monthly: 6 }
  const jobs = createJobs({
    db,
    clock,
    log,
    jobs: siteJobs({ db, images, variants: createVariantMaker(media), backups, keep }),
  })
  const app = createApp({
    db,
    origin: TEST_ORIGIN,
    isPublic,
    trustedProxies,
    secrets: createSecrets('a key for the tests, which is long enough'),
    renderer: {
      pageKey: (url) => ({ key: url.pathname, cache: false }),
      hasPage: (url) => ['/', '/contact', '/blog'].includes(url.pathname),
      render: async (url, formAnswer) => ({
        status: 200,
        cacheable: false,
        madeOf: [],
        html: `${url.pathname} ${JSON.stringify(formAnswer)}`,
      }),
    },
    images,
    mail,
    backups,
    dataDir,
    media,
    jobs,
    clicks: createClickIntake(db),
    log,
    clock,
    onChange: () => {
      changed += 1
    },
  })
  const ask: TestApp['ask'] = async (address, { json, from = `192.0.2.${++asked}`, ...options } = {}) => {
    const isJson = json !== undefined
    const headers = { ...(isJson ? { 'content-type': 'application/json' } : {}), ...options.headers }
    const method = options.method ?? (isJson || options.body !== undefined ? 'POST' : 'GET')
    const init = { method, headers, body: isJson ? JSON.stringify(json) : options.body }
    return app.request(address, init, { incoming: { socket: { remoteAddress: from } } })
  }
  const signIn = async () => {
    const token = await createSession(db, await makeUser(db), now)
    return `${isPublic ? '__Host-session' : 'session'}=${token}`
  }
  return {
    db,
    media,
    mediaDir,
    ask,
    asOwner: async (address, options = {}) => {
      cookie ??= signIn()
      return ask(address, { ...options, headers: { cookie: await cookie, ...options.headers } })
    },
    changes: () => changed,
    dataDir,
    backups,
    jobs,
    sendMail: mail.sendDue,
    outboxDir,
    queries,
    fetch: app.fetch,
    setNow: (time) => {
      now = new Date(time)
    },
    routes: app.routes,
  }
}
