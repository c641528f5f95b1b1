import type { Logger } from 'pino'
import type { RenderNewsletter } from '../../contract/audience/newsletter-mail.ts'
import type { Problem } from '../../contract/platform/problems.ts'
import type { Dns } from '../audience/mail/dns.ts'
import type { BackupStore } from '../platform/backup/backup-store.ts'
import type { Announce } from '../platform/cdn/announce.ts'
import type { Config } from '../platform/config.ts'
import type { DataHosts } from '../platform/data-hosts.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import type { Themes } from '../platform/delivery/themes.ts'
import type { GuardRead } from '../platform/health/database-watch.ts'
import type { GuardedRequest } from '../platform/http/guarded-request.ts'
import type { ReadCache } from '../platform/http/read-cache.ts'
import type { ReadWith } from '../platform/http/read-in-process.ts'
import type { TokenBuckets } from '../platform/http/token-bucket.ts'
import type { ProcessRun } from '../platform/jobs/run-in-process.ts'
import type { Exclusive } from '../platform/mutex.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import type { FetchOptions } from '../shop/earnings/accounts/run-fetches.ts'
import type { PrepareDemo } from './demo/demo.routes.ts'
import type { WriteStatic } from './site-export/static/write-static.ts'
import type { ImportWork } from './site-import/import-step.ts'

/** Runs `runEarnings` and `checkMailbox` in threads, and `takeStep` of an import in a process, with connections of their own. */
export type JobThreads = {
  importSales: (run: { now: string; signal: AbortSignal }) => Promise<void>
  checkMailbox: (signal: AbortSignal) => Promise<void>
  importSite: (work: ImportWork, run: Omit<ProcessRun, 'exclusive'>) => Promise<void>
}

/** The services are built on these parts: `open-site-parts.ts` opens them for a running site, a test brings its own. */
export type SiteParts = Pick<
  Config,
  | 'origin'
  | 'isPublic'
  | 'isLocalOnly'
  | 'hstsSubdomains'
  | 'dataDir'
  | 'outboxDir'
  | 'backupDir'
  | 'backupKeep'
  | 'smtp'
  | 'trustedProxies'
> & {
  /** Other companies' machines that hold or pass on data of the site. */
  hosts: DataHosts
  clock: () => Date
  log: Logger
  db: Db
  /** Serves reads that are the same for every visitor. */
  publicDb: Db
  /** Serves the work of background jobs. */
  jobsDb: Db
  /** Opens another connection to the same database, for backups. */
  openDb: () => Db
  secrets: Secrets
  media: BlobStorage
  backupStore: BackupStore
  exclusive: Exclusive
  /** Token buckets shared by all processes of the site. */
  buckets: TokenBuckets
  /** Absent: nothing that pages read is cached. */
  readCache: ReadCache | undefined
  /** Bounds public reads. */
  guard: GuardRead
  /** The style sheet and the fonts of a theme that is not saved. */
  themes: Pick<Themes, 'preview' | 'fontsOf'>
  /** Announces purges beyond this host, in the transaction of a write. */
  announce: Announce
  /** Purges cached responses after a write; the response waits for it. */
  purge: (purges: readonly Purge[]) => void | Promise<void>
  /** Whether purges of other hosts are known to arrive. */
  isInSync: () => boolean
  /** Problems of the machine that others have found. */
  findProblems: () => Problem[]
  dns: Dns
  /** Fetches the certificates with which webhooks are signed, and pictures of other sites. */
  guardedRequest: GuardedRequest
  /** Calls the shops of affiliate links; absent: they are not checked. */
  links: { request: GuardedRequest; spacing?: number } | undefined
  /** How networks are called for sales. */
  sales: FetchOptions
  /** Absent: jobs run in this thread. */
  threads: JobThreads | undefined
  /** Absent where pages cannot be rendered in a process of their own. */
  writeStatic: WriteStatic | undefined
  /** Absent in an installation without demo content. */
  prepareDemo: PrepareDemo | undefined
  renderNewsletter: RenderNewsletter
  /** Creates the renderer; pages read through `readWith`, whose `onRead` is called with the tags of each response. */
  createRenderer: (readWith: ReadWith) => Renderer
}
