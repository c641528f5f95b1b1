import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { trimTyped, typedText } from '../../contract/platform/typed-text.ts'
import type { Keep } from './backup/keep.ts'
import { type CdnConfig, readCdn } from './cdn/cdn-config.ts'
import { describeAccess } from './describe-access.ts'
import { type Machine, readMachine, sizeFor } from './machine.ts'
import { parseSmtpUrl, type Smtp } from './smtp-url.ts'
import { type Bucket, parseMediaUrl } from './storage/media-url.ts'

export type Config = {
  host: string
  port: number
  /** Origin of all absolute URLs, without a trailing slash. */
  origin: string
  /** SITE_URL is set: secure cookies, HSTS, no demo account, no demo content. */
  isPublic: boolean
  /** HSTS covers the subdomains of a public site too. */
  hstsSubdomains: boolean
  /** Neither SITE_URL nor another HOST than loopback: requests must name a loopback host. */
  isLocalOnly: boolean
  databaseUrl: string | undefined
  /** A direct connection to the primary, for LISTEN and migrations; `databaseUrl` may lead through PgBouncer. */
  databaseListenUrl: string | undefined
  /** Connections of each process to PostgreSQL at most. */
  databasePoolSize: number
  dataDir: string
  /** Folder of the media; with a bucket, its objects are cached in `mediaCacheDir` instead. */
  mediaDir: string
  mediaBucket: Bucket | undefined
  mediaCacheDir: string
  mediaCacheBytes: number
  /** Folder of the backups; with a bucket, of those that are being made. */
  backupDir: string
  backupBucket: Bucket | undefined
  /** How many nightly backups are kept; 0,0,0 makes none. */
  backupKeep: Keep
  /** If undefined, mails are written to `outboxDir`. */
  smtp: Smtp | undefined
  outboxDir: string
  owner: { username: string; password: string } | undefined
  /** Encrypts secrets in the database; if undefined, the key in the data folder is used. */
  secretKey: string | undefined
  logLevel: string
  /** Bearer token for /metrics. */
  metricsToken: string | undefined
  /** Only the token gives access to /metrics: SITE_URL names no loopback host. Otherwise loopback has access too. */
  needsMetricsToken: boolean
  /** Number of trusted proxies in front of the site that set `X-Forwarded-For`. */
  trustedProxies: number
  /** Number of worker processes. */
  workers: number
  /** Size of the page cache of each process; 0 disables it. */
  pageCacheBytes: number
  /** Affiliate links are checked in their shops each night. */
  checksLinks: boolean
  /** Base addresses of the APIs from which sales are fetched. */
  salesApis: Record<'awin' | 'cj' | 'impact', string>
  /** Purged after each change; undefined if none is configured. */
  cdn: CdnConfig | undefined
}

/** An invalid variable, described in one sentence that names it. */
export class ConfigError extends Error {}

/** Parses the environment; the size of the machine gives some defaults. Throws `ConfigError` for the first invalid value. */
export function readConfig(variables: Record<string, string | undefined>, machine: Machine = readMachine()): Config {
  const env = trimVariables(variables)
  const size = sizeFor(machine)
  const host = env.HOST || '127.0.0.1'
  const port = readPort(env.PORT || '3000')
  const siteUrl = env.SITE_URL ? readSiteUrl(env.SITE_URL) : undefined
  const dataDir = readDataDir(env.DATA_DIR || './data')
  const workers = env.WEB_CONCURRENCY ? readWorkers(env.WEB_CONCURRENCY) : size.workers
  const mediaBucket = env.MEDIA_URL ? readBucket('MEDIA_URL', env.MEDIA_URL, env) : undefined
  return {
    host,
    port,
    origin: siteUrl ?? `http://localhost:${port}`,
    isPublic: siteUrl !== undefined,
    hstsSubdomains: readSwitch('HSTS_SUBDOMAINS', env.HSTS_SUBDOMAINS, false),
    isLocalOnly: siteUrl === undefined && isLoopback(host),
    ...readDatabaseUrls(env),
    databasePoolSize: readPoolSize(env.DATABASE_POOL || String(defaultPoolSize(workers))),
    dataDir,
    mediaDir: path.join(dataDir, 'media'),
    mediaBucket,
    mediaCacheDir: path.join(dataDir, 'media-cache'),
    mediaCacheBytes: readMegabytes('MEDIA_CACHE_MB', env.MEDIA_CACHE_MB || '1024', 64),
    ...readBackupUrl(env, dataDir, mediaBucket),
    backupKeep: readKeep(env.BACKUP_KEEP || '7,4,6'),
    smtp: env.SMTP_URL ? readSmtpUrl(env.SMTP_URL) : undefined,
    outboxDir: path.join(dataDir, 'outbox'),
    owner: readOwner(env.ADMIN_USERNAME, env.ADMIN_PASSWORD),
    secretKey: readKey(env.SECRET_KEY),
    logLevel: readLogLevel(env.LOG_LEVEL || 'info'),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    needsMetricsToken: siteUrl !== undefined && !isLocalUrl(new URL(siteUrl)),
    trustedProxies: readTrustProxy(env.TRUST_PROXY || '0'),
    workers,
    pageCacheBytes: env.PAGE_CACHE_MB ? readMegabytes('PAGE_CACHE_MB', env.PAGE_CACHE_MB) : size.pageCacheBytes,
    checksLinks: readSwitch('LINK_CHECKS', env.LINK_CHECKS, siteUrl !== undefined),
    salesApis: {
      awin: readApi('AWIN_API_URL', env.AWIN_API_URL || networkApis.awin),
      cj: readApi('CJ_API_URL', env.CJ_API_URL || networkApis.cj),
      impact: readApi('IMPACT_API_URL', env.IMPACT_API_URL || networkApis.impact),
    },
    cdn: readCdnOrThrow(env),
  }
}

/** Without blanks at the ends, which an env file of Docker keeps; secrets that were used with them stay as they are. */
function trimVariables(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  const entries = Object.entries(variables).map(([name, value]) => {
    const isSecret = name === 'ADMIN_PASSWORD' || name === 'SECRET_KEY'
    return [name, value === undefined || isSecret ? value : trimTyped(value)]
  })
  return Object.fromEntries(entries)
}

function readCdnOrThrow(env: Record<string, string | undefined>): CdnConfig | undefined {
  const read = readCdn(env)
  if ('problem' in read) throw new ConfigError(read.problem)
  return read.cdn
}

export const networkApis = {
  awin: 'https://api.awin.com',
  cj: 'https://commissions.api.cj.com',
  impact: 'https://api.impact.com',
}

/** The token of an account is sent there, so it is encrypted on its way. */
function readApi(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSafe) throw new ConfigError(`${name} must begin with https://, except for this machine`)
  return text.replace(/\/+$/, '')
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function readSiteUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`SITE_URL must be an address such as https://example.com, not "${text}".`)
  if (url.protocol === 'http:' && !isLocalUrl(url))
    throw new ConfigError(
      `SITE_URL must begin with https://, not "${text}": browsers keep the session cookie of a public site over https only.`,
    )
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(`SITE_URL must not have a path: use "${url.origin}", not "${text}".`)
  return url.origin
}

function isLocalUrl({ hostname }: URL): boolean {
  return hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

type DatabaseUrls = Pick<Config, 'databaseUrl' | 'databaseListenUrl'>

function readDatabaseUrls(env: Record<string, string | undefined>): DatabaseUrls {
  const { DATABASE_URL: primary, DATABASE_LISTEN_URL: direct } = env
  if (primary && !isPostgresUrl(primary)) {
    // The value may contain a password, so no message here repeats it.
    throw new ConfigError(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/dewlight; leave it out for SQLite.',
    )
  }
  if (!primary && direct) throw new ConfigError('DATABASE_URL is missing: DATABASE_LISTEN_URL needs it.')
  if (direct && !isPostgresUrl(direct))
    throw new ConfigError(
      'DATABASE_LISTEN_URL must be an address such as postgres://user:password@host:5432/dewlight that leads to the server of DATABASE_URL without PgBouncer; leave it out if DATABASE_URL does so.',
    )
  return {
    databaseUrl: primary || undefined,
    databaseListenUrl: direct || primary || undefined,
  }
}

/** PostgreSQL accepts 100 connections by default, and each holds some megabytes there. */
const defaultPoolSize = (workers: number) => Math.max(2, Math.min(10, Math.floor(80 / workers)))

function readPoolSize(text: string): number {
  const size = Number(text)
  if (!/^\d{1,3}$/.test(text) || size < 2 || size > 100)
    throw new ConfigError(`DATABASE_POOL must be a number of connections from 2 to 100, not "${text}".`)
  return size
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)
}

function readSmtpUrl(text: string): Smtp {
  const smtp = parseSmtpUrl(text)
  // The value may contain a password, so the message does not repeat it.
  if (!smtp)
    throw new ConfigError(
      'SMTP_URL must be an address such as smtps://user:password@mail.example.com?from=you@example.com; leave it out to keep mails in DATA_DIR/outbox.',
    )
  return smtp
}

const bucketAlternatives = {
  MEDIA_URL: 'leave it out to keep images in DATA_DIR',
  BACKUP_URL: 'or the path of a folder; leave it out to keep backups with the images of MEDIA_URL, else in DATA_DIR',
}

function readBucket(
  name: keyof typeof bucketAlternatives,
  text: string,
  env: Record<string, string | undefined>,
): Bucket {
  const bucket = parseMediaUrl(text, env)
  // The value may contain a password nevertheless, so the message does not repeat it.
  if (!bucket)
    throw new ConfigError(
      `${name} must be an address such as s3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1, without a password; ${bucketAlternatives[name]}.`,
    )
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId) throw new ConfigError(`AWS_ACCESS_KEY_ID is missing: ${name} needs it.`)
  if (!secretAccessKey) throw new ConfigError(`AWS_SECRET_ACCESS_KEY is missing: ${name} needs it.`)
  return { ...bucket, accessKeyId, secretAccessKey }
}

/** Where every instance finds the backups: BACKUP_URL, else the bucket of the images, else the data folder. */
export function readBackupUrl(
  env: Record<string, string | undefined>,
  dataDir: string,
  mediaBucket: Bucket | undefined,
): Pick<Config, 'backupDir' | 'backupBucket'> {
  const backupDir = path.join(dataDir, 'backups')
  const { BACKUP_URL: text } = env
  if (!text)
    return { backupDir, backupBucket: mediaBucket && { ...mediaBucket, prefix: `${mediaBucket.prefix}backups/` } }
  if (/^file:/i.test(text)) return { backupDir: readFileUrl(text), backupBucket: undefined }
  // Two characters or more: a path of Windows starts with its drive.
  if (!/^[a-z][a-z\d+.-]+:/i.test(text)) return { backupDir: path.resolve(text), backupBucket: undefined }
  return { backupDir, backupBucket: readBucket('BACKUP_URL', text, env) }
}

function readFileUrl(text: string): string {
  try {
    return fileURLToPath(text)
  } catch {
    throw new ConfigError(`BACKUP_URL must name a folder as in file:///mnt/backups, not "${text}".`)
  }
}

function readDataDir(text: string): string {
  const dataDir = path.resolve(text)
  try {
    makeFolder(dataDir)
    // A site that is there already is read, even if the folder became read-only.
    if (existsSync(path.join(dataDir, 'dewlight.db')) || existsSync(path.join(dataDir, 'secret-key'))) {
      accessSync(dataDir, constants.R_OK | constants.X_OK)
      return dataDir
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = existsSync(dataDir) ? 'it cannot be written to' : 'it cannot be created'
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new ConfigError(
      `DATA_DIR "${dataDir}" cannot be used: ${reason}${code}. ${describeAccess(dataDir)}`.trimEnd(),
    )
  }
  return dataDir
}

/** Not `{ recursive: true }`, which loops forever below a folder such as /proc, where `mkdir` fails with ENOENT. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

function readOwner(name: string | undefined, password: string | undefined): Config['owner'] {
  const username = typedText(name ?? '')
  if (!username && !password) return undefined
  if (!username) throw new ConfigError('ADMIN_USERNAME is missing: ADMIN_PASSWORD needs it.')
  if (!password) throw new ConfigError('ADMIN_PASSWORD is missing: ADMIN_USERNAME needs it.')
  if (username.length > 100) throw new ConfigError('ADMIN_USERNAME must have at most 100 characters.')
  if (password.length < 12 || password.length > 1000)
    throw new ConfigError('ADMIN_PASSWORD must have 12 to 1000 characters.')
  return { username, password }
}

function readTrustProxy(text: string): number {
  if (!/^[0-9]$/.test(text))
    throw new ConfigError(`TRUST_PROXY must be the number of proxies in front of the site, from 0 to 9, not "${text}".`)
  return Number(text)
}

function readWorkers(text: string): number {
  const workers = Number(text)
  if (!/^\d{1,3}$/.test(text) || workers < 1 || workers > 128)
    throw new ConfigError(`WEB_CONCURRENCY must be a number of processes from 1 to 128, not "${text}".`)
  return workers
}

function readMegabytes(name: string, text: string, least = 0): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < least)
    throw new ConfigError(`${name} must be a number of megabytes from ${least} to 99999, not "${text}".`)
  return Number(text) * 1024 * 1024
}

function readSwitch(name: string, text: string | undefined, byDefault: boolean): boolean {
  if (!text) return byDefault
  if (text !== 'on' && text !== 'off') throw new ConfigError(`${name} must be on or off, not "${text}".`)
  return text === 'on'
}

function readKeep(text: string): Keep {
  const [daily, weekly, monthly] = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/.exec(text)?.slice(1).map(Number) ?? []
  if (daily === undefined || weekly === undefined || monthly === undefined)
    throw new ConfigError(
      `BACKUP_KEEP must say how many daily, weekly and monthly backups stay, as 7,4,6, not "${text}".`,
    )
  return { daily, weekly, monthly }
}

function readKey(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (text.length < 32)
    throw new ConfigError('SECRET_KEY must have 32 characters or more; leave it out to have one made.')
  return text
}

function readMetricsToken(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!/^[\x21-\x7e]{20,}$/.test(text))
    throw new ConfigError('METRICS_TOKEN must have 20 or more letters, digits and signs, and no space.')
  return text
}

function readLogLevel(text: string): string {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  if (!levels.includes(text)) throw new ConfigError(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${text}".`)
  return text
}
