import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Keep } from './backup/keep.ts'
import { parseSmtpUrl, type Smtp } from './smtp-url.ts'
import { type Bucket, parseMediaUrl } from './storage/media-url.ts'

export type Config = {
  host: string
  port: number
  /** Origin of all absolute URLs, without a trailing slash. */
  origin: string
  /** SITE_URL is set: secure cookies, HSTS, no demo account, no demo content. */
  isPublic: boolean
  /** Neither SITE_URL nor another HOST than loopback: requests must name a loopback host. */
  isLocalOnly: boolean
  databaseUrl: string | undefined
  dataDir: string
  /** Folder of the media; with a bucket, its objects are cached in `mediaCacheDir` instead. */
  mediaDir: string
  mediaBucket: Bucket | undefined
  mediaCacheDir: string
  mediaCacheBytes: number
  backupDir: string
  /** How many nightly backups are kept; 0,0,0 makes none. */
  backupKeep: Keep
  /** If undefined, mails are written to `outboxDir`. */
  smtp: Smtp | undefined
  outboxDir: string
  owner: { username: string; password: string } | undefined
  /** Encrypts secrets in the database; if undefined, the key in the data folder is used. */
  secretKey: string | undefined
  logLevel: string
  /** Bearer token for /metrics from other machines; if undefined, only loopback has access. */
  metricsToken: string | undefined
  /** Number of trusted proxies in front of the site that set `X-Forwarded-For`. */
  trustedProxies: number
  /** Number of worker processes. */
  workers: number
  /** Size of the page cache of each process; 0 disables it. */
  pageCacheBytes: number
}

/** An invalid variable, described in one sentence that names it. */
export class ConfigError extends Error {}

/** Parses the environment. Throws `ConfigError` for the first invalid value. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const host = env.HOST || '127.0.0.1'
  const port = readPort(env.PORT || '3000')
  const siteUrl = env.SITE_URL ? readSiteUrl(env.SITE_URL) : undefined
  const dataDir = readDataDir(env.DATA_DIR || './data')
  return {
    host,
    port,
    origin: siteUrl ?? `http://localhost:${port}`,
    isPublic: siteUrl !== undefined,
    isLocalOnly: siteUrl === undefined && isLoopback(host),
    databaseUrl: env.DATABASE_URL ? readDatabaseUrl(env.DATABASE_URL) : undefined,
    dataDir,
    mediaDir: path.join(dataDir, 'media'),
    mediaBucket: env.MEDIA_URL ? readMediaUrl(env.MEDIA_URL, env) : undefined,
    mediaCacheDir: path.join(dataDir, 'media-cache'),
    mediaCacheBytes: readMegabytes('MEDIA_CACHE_MB', env.MEDIA_CACHE_MB || '1024', 64),
    backupDir: path.join(dataDir, 'backups'),
    backupKeep: readKeep(env.BACKUP_KEEP || '7,4,6'),
    smtp: env.SMTP_URL ? readSmtpUrl(env.SMTP_URL) : undefined,
    outboxDir: path.join(dataDir, 'outbox'),
    owner: readOwner(env.ADMIN_USERNAME, env.ADMIN_PASSWORD),
    secretKey: readKey(env.SECRET_KEY),
    logLevel: readLogLevel(env.LOG_LEVEL || 'info'),
    metricsToken: readMetricsToken(env.METRICS_TOKEN),
    trustedProxies: readTrustProxy(env.TRUST_PROXY || '0'),
    workers: readWorkers(env.WEB_CONCURRENCY || String(availableParallelism())),
    pageCacheBytes: readMegabytes('PAGE_CACHE_MB', env.PAGE_CACHE_MB || '64'),
  }
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
  const isLocal = url.hostname.endsWith('.localhost') || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
  if (url.protocol === 'http:' && !isLocal)
    throw new ConfigError(
      `SITE_URL must begin with https://, not "${text}": browsers keep the session cookie of a public site over https only.`,
    )
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(`SITE_URL must not have a path: use "${url.origin}", not "${text}".`)
  return url.origin
}

function readDatabaseUrl(text: string): string {
  if (!URL.canParse(text) || !/^postgres(?:ql)?:$/.test(new URL(text).protocol)) {
    // The value may contain a password, so the message does not repeat it.
    throw new ConfigError(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/dewlight; leave it out for SQLite.',
    )
  }
  return text
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

function readMediaUrl(text: string, env: Record<string, string | undefined>): Bucket {
  const bucket = parseMediaUrl(text, env)
  // The value may contain a password nevertheless, so the message does not repeat it.
  if (!bucket)
    throw new ConfigError(
      'MEDIA_URL must be an address such as s3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1, without a password; leave it out to keep images in DATA_DIR.',
    )
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!accessKeyId) throw new ConfigError('AWS_ACCESS_KEY_ID is missing: MEDIA_URL needs it.')
  if (!secretAccessKey) throw new ConfigError('AWS_SECRET_ACCESS_KEY is missing: MEDIA_URL needs it.')
  return { ...bucket, accessKeyId, secretAccessKey }
}

function readDataDir(text: string): string {
  const dataDir = path.resolve(text)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = existsSync(dataDir) ? 'it cannot be written to' : 'it cannot be created'
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new ConfigError(`DATA_DIR "${dataDir}" cannot be used: ${reason}${code}.`)
  }
  return dataDir
}

/** Not `{ recursive: true }`, which loops forever below a folder such as /proc, where `mkdir` fails with ENOENT. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  mkdirSync(folder)
}

function readOwner(username: string | undefined, password: string | undefined): Config['owner'] {
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
