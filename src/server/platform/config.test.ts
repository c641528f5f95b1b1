import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, isLoopback, readConfig } from './config.ts'

const GB = 1024 * 1024 * 1024

function dataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('an empty environment is a local site on SQLite', () => {
  const folder = dataDir()
  expect(readConfig({ DATA_DIR: folder }, { cores: 4, memory: 8 * GB })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    origin: 'http://localhost:3000',
    isPublic: false,
    hstsSubdomains: false,
    isLocalOnly: true,
    databaseUrl: undefined,
    databaseListenUrl: undefined,
    databasePoolSize: 10,
    dataDir: folder,
    mediaDir: path.join(folder, 'media'),
    mediaBucket: undefined,
    mediaCacheDir: path.join(folder, 'media-cache'),
    mediaCacheBytes: 1024 * 1024 * 1024,
    backupDir: path.join(folder, 'backups'),
    backupKeep: { daily: 7, weekly: 4, monthly: 6 },
    smtp: undefined,
    outboxDir: path.join(folder, 'outbox'),
    owner: undefined,
    secretKey: undefined,
    logLevel: 'info',
    metricsToken: undefined,
    needsMetricsToken: false,
    trustedProxies: 0,
    workers: 4,
    pageCacheBytes: 64 * 1024 * 1024,
    checksLinks: false,
    salesApis: {
      awin: 'https://api.awin.com',
      cj: 'https://commissions.api.cj.com',
      impact: 'https://api.impact.com',
    },
  })
})

test('blanks at the ends of variables do not count, except in secrets', () => {
  const config = readConfig({
    DATA_DIR: dataDir(),
    PORT: '8080 ',
    SITE_URL: '\u200bhttps://dew.example ',
    LOG_LEVEL: ' warn\r',
    ADMIN_USERNAME: ' E\u0301lodie ',
    ADMIN_PASSWORD: ' correct horse battery ',
    SECRET_KEY: `${'k'.repeat(40)} `,
    METRICS_TOKEN: ' ',
  })
  expect(config).toMatchObject({
    port: 8080,
    origin: 'https://dew.example',
    logLevel: 'warn',
    owner: { username: '\u00c9lodie', password: ' correct horse battery ' },
    secretKey: `${'k'.repeat(40)} `,
    metricsToken: undefined,
  })
  expect(() => readConfig({ DATA_DIR: dataDir(), ADMIN_USERNAME: '\u200b', ADMIN_PASSWORD: 'x'.repeat(12) })).toThrow(
    'ADMIN_USERNAME is missing: ADMIN_PASSWORD needs it.',
  )
})

test('every variable is read', () => {
  const folder = dataDir()
  const config = readConfig({
    DATA_DIR: path.join(folder, 'deep/er'),
    HOST: '0.0.0.0',
    PORT: '8080',
    SITE_URL: 'https://dew.example/',
    DATABASE_URL: 'postgres://user:secret@db:5432/dew',
    DATABASE_LISTEN_URL: 'postgres://user:secret@direct:5432/dew',
    DATABASE_POOL: '25',
    SMTP_URL: 'smtp://nora:p%40ss@mail.example:2525?from=nora@dew.example',
    ADMIN_USERNAME: 'nora',
    ADMIN_PASSWORD: 'a long enough password',
    LOG_LEVEL: 'debug',
    METRICS_TOKEN: 'twenty-letters-or-more',
    SECRET_KEY: 'a key that is long enough to be one',
    WEB_CONCURRENCY: '3',
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: '2',
    BACKUP_KEEP: '14,0,12',
    LINK_CHECKS: 'off',
  })
  expect(config).toMatchObject({
    checksLinks: false,
    workers: 3,
    pageCacheBytes: 0,
    trustedProxies: 2,
    backupKeep: { daily: 14, weekly: 0, monthly: 12 },
    host: '0.0.0.0',
    port: 8080,
    origin: 'https://dew.example',
    isPublic: true,
    isLocalOnly: false,
    databaseUrl: 'postgres://user:secret@db:5432/dew',
    databaseListenUrl: 'postgres://user:secret@direct:5432/dew',
    databasePoolSize: 25,
    smtp: {
      host: 'mail.example',
      port: 2525,
      isSecure: false,
      requiresTls: true,
      credentials: { user: 'nora', pass: 'p@ss' },
      from: 'nora@dew.example',
    },
    owner: { username: 'nora', password: 'a long enough password' },
    logLevel: 'debug',
    metricsToken: 'twenty-letters-or-more',
    needsMetricsToken: true,
    secretKey: 'a key that is long enough to be one',
  })
})

test('an empty variable counts as unset', () => {
  const config = readConfig({
    DATA_DIR: dataDir(),
    PORT: '',
    HOST: '',
    SITE_URL: '',
    DATABASE_URL: '',
    ADMIN_USERNAME: '',
  })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    isPublic: false,
    checksLinks: false,
    databaseUrl: undefined,
    owner: undefined,
  })
})

test.each([
  ['HSTS_SUBDOMAINS', 'yes', 'HSTS_SUBDOMAINS must be on or off, not "yes".'],
  ['LINK_CHECKS', 'yes', 'LINK_CHECKS must be on or off, not "yes".'],
  ['PORT', 'http', 'PORT must be a number from 0 to 65535, not "http".'],
  ['PORT', '65536', 'PORT must be a number from 0 to 65535, not "65536".'],
  ['PORT', '-1', 'PORT must be a number from 0 to 65535, not "-1".'],
  ['PORT', '3000.5', 'PORT must be a number from 0 to 65535, not "3000.5".'],
  ['PORT', '0x10', 'PORT must be a number from 0 to 65535, not "0x10".'],
  ['MEDIA_CACHE_MB', '8', 'MEDIA_CACHE_MB must be a number of megabytes from 64 to 99999, not "8".'],
  ['WEB_CONCURRENCY', '0', 'WEB_CONCURRENCY must be a number of processes from 1 to 128, not "0".'],
  ['DATABASE_POOL', '1', 'DATABASE_POOL must be a number of connections from 2 to 100, not "1".'],
  ['DATABASE_POOL', 'many', 'DATABASE_POOL must be a number of connections from 2 to 100, not "many".'],
  ['WEB_CONCURRENCY', 'auto', 'WEB_CONCURRENCY must be a number of processes from 1 to 128, not "auto".'],
  ['SITE_URL', 'dew.example', 'SITE_URL must be an address such as https://example.com, not "dew.example".'],
  [
    'SITE_URL',
    'ftp://dew.example',
    'SITE_URL must be an address such as https://example.com, not "ftp://dew.example".',
  ],
  [
    'SITE_URL',
    'https://dew.example/blog',
    'SITE_URL must not have a path: use "https://dew.example", not "https://dew.example/blog".',
  ],
  [
    'SITE_URL',
    'http://dew.example',
    'SITE_URL must begin with https://, not "http://dew.example": browsers keep the session cookie of a public site over https only.',
  ],
  [
    'SITE_URL',
    'http://192.168.0.7:3000',
    'SITE_URL must begin with https://, not "http://192.168.0.7:3000": browsers keep the session cookie of a public site over https only.',
  ],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
  ['ADMIN_USERNAME', 'nora', 'ADMIN_PASSWORD is missing: ADMIN_USERNAME needs it.'],
  ['ADMIN_PASSWORD', 'a long enough password', 'ADMIN_USERNAME is missing: ADMIN_PASSWORD needs it.'],
])('%s=%s stops the start: %s', (name, value, sentence) => {
  const read = () => readConfig({ DATA_DIR: dataDir(), [name]: value })
  expect(read).toThrow(new ConfigError(sentence))
})

test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'http://dew.localhost'])(
  'SITE_URL=%s is possible: browsers keep secure cookies of this machine',
  (url) => expect(readConfig({ DATA_DIR: dataDir(), SITE_URL: url })).toMatchObject({ origin: url, isPublic: true }),
)

test('only a site on loopback without SITE_URL is restricted to loopback names', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir(), ...env }).isLocalOnly
  expect(read({ HOST: '::1' })).toBe(true)
  expect(read({ HOST: '0.0.0.0' })).toBe(false)
  expect(read({ SITE_URL: 'https://dew.example' })).toBe(false)
})

test.each(['mysql://db/dew', 'dew', 'C:\\dew.db', 'postgres'])(
  'DATABASE_URL=%s stops the start and is not repeated',
  (value) => {
    const read = () => readConfig({ DATA_DIR: dataDir(), DATABASE_URL: value })
    expect(read).toThrow(/^DATABASE_URL must be an address such as postgres:\/\/user:password@host:5432\/dewlight/)
  },
)

test('many processes share the connections of a PostgreSQL with its default limit', () => {
  expect(readConfig({ DATA_DIR: dataDir(), WEB_CONCURRENCY: '16' }).databasePoolSize).toBe(5)
  expect(readConfig({ DATA_DIR: dataDir(), WEB_CONCURRENCY: '128' }).databasePoolSize).toBe(2)
})

test('without DATABASE_LISTEN_URL notifications use DATABASE_URL', () => {
  const url = 'postgres://user:secret@db:5432/dew'
  expect(readConfig({ DATA_DIR: dataDir(), DATABASE_URL: url }).databaseListenUrl).toBe(url)
})

test.each([
  [
    'DATABASE_LISTEN_URL',
    'hunter2',
    'DATABASE_LISTEN_URL must be an address such as postgres://user:password@host:5432/',
  ],
])('%s=%s stops the start and is not repeated', (name, value, sentence) => {
  const read = () =>
    readConfig({ DATA_DIR: dataDir(), DATABASE_URL: 'postgres://user:hunter2@db:5432/dew', [name]: value })
  expect(read).toThrow(sentence)
  expect(read).not.toThrow('hunter2')
})

test('DATABASE_LISTEN_URL without DATABASE_URL stops the start', () => {
  const read = () => readConfig({ DATA_DIR: dataDir(), DATABASE_LISTEN_URL: 'postgres://db/dew' })
  expect(read).toThrow(new ConfigError('DATABASE_URL is missing: DATABASE_LISTEN_URL needs it.'))
})

test.each([
  'mail.example',
  'http://mail.example',
  'smtp://',
  'smtp://mail.example/inbox',
  'smtp://mail.example?form=nora@dew.example',
  'smtp://mail.example?from=nora',
  'smtp://mail.example?from=nora@dew.example%0D%0ABcc:%20eve@dew.example',
  'smtp://secret%ZZ@mail.example',
  'smtp://mail.example?dkim=two%20words',
])('SMTP_URL=%s stops the start and is not repeated', (value) => {
  const read = () => readConfig({ DATA_DIR: dataDir(), SMTP_URL: value })
  expect(read).toThrow(/^SMTP_URL must be an address such as smtps:\/\/user:password@mail\.example\.com\?from=you/)
})

test.each([
  ['smtps://mail.example', { port: 465, isSecure: true, requiresTls: false }],
  ['smtp://mail.example', { port: 587, isSecure: false, requiresTls: false }],
  ['smtp://nora:secret@mail.example', { port: 587, isSecure: false, requiresTls: true }],
  ['smtps://mail.example?reply-to=ann@dew.example', { from: undefined, replyTo: 'ann@dew.example', port: 465 }],
  ['smtps://mail.example?from=nora@dew.example&dkim=k1', { from: 'nora@dew.example', dkimSelector: 'k1', port: 465 }],
  ['smtp://nora:secret@localhost:1025', { port: 1025, isSecure: false, requiresTls: false }],
])('%s: a password travels in the open only within this machine', (value, expected) => {
  expect(readConfig({ DATA_DIR: dataDir(), SMTP_URL: value }).smtp).toMatchObject(expected)
})

const keys = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hunter2' }

test('MEDIA_URL with access keys is a bucket', () => {
  const url = 's3://dew/site?endpoint=https://s3.example'
  expect(readConfig({ DATA_DIR: dataDir(), MEDIA_URL: url, ...keys }).mediaBucket).toEqual({
    address: 'https://s3.example/dew',
    prefix: 'site/',
    region: 'us-east-1',
    accessKeyId: 'AKID',
    secretAccessKey: 'hunter2',
    sessionToken: undefined,
  })
})

test.each(['/srv/media', 's3://AKID:hunter2@dew', 's3://dew?endpoint=hunter2'])(
  'MEDIA_URL=%s stops the start and is not repeated',
  (value) => {
    const read = () => readConfig({ DATA_DIR: dataDir(), MEDIA_URL: value, ...keys })
    expect(read).toThrow(
      /^MEDIA_URL must be an address such as s3:\/\/bucket\/prefix\?endpoint=https:\/\/s3\.example\.com/,
    )
    expect(read).not.toThrow(/hunter2|srv/)
  },
)

test.each(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])('MEDIA_URL without %s stops the start', (name) => {
  const read = () => readConfig({ DATA_DIR: dataDir(), MEDIA_URL: 's3://dew', ...keys, [name]: '' })
  expect(read).toThrow(new ConfigError(`${name} is missing: MEDIA_URL needs it.`))
})

test('a short password for the owner stops the start and is not repeated', () => {
  const read = () => readConfig({ DATA_DIR: dataDir(), ADMIN_USERNAME: 'nora', ADMIN_PASSWORD: 'hunter2' })
  expect(read).toThrow(new ConfigError('ADMIN_PASSWORD must have 12 to 1000 characters.'))
})

test('a data folder that is a file stops the start', () => {
  const file = path.join(dataDir(), 'a-file')
  writeFileSync(file, '')
  expect(() => readConfig({ DATA_DIR: file })).toThrow(/^DATA_DIR ".*a-file" cannot be used: .*\.$/)
  expect(() => readConfig({ DATA_DIR: path.join(file, 'below') })).toThrow(/^DATA_DIR ".*" cannot be used: .*\.$/)
})

test.skipIf(process.platform !== 'linux')(
  'the refusal of a data folder names the nearest folder, its owner and who runs',
  () => {
    expect(() => readConfig({ DATA_DIR: '/proc/a/site' })).toThrow(
      /^DATA_DIR "\/proc\/a\/site" cannot be used: .*\. \/proc belongs to root \(uid 0\) with mode 0555; Dewlight runs as .*uid \d+\)?\.$/,
    )
  },
)

test.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.10', false],
  ['localhost.evil.example', false],
  ['127.0.0.1.evil.example', false],
])('%s means this machine alone: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is)
})

test('sales are fetched over https only, except from this machine', () => {
  expect(() => readConfig({ AWIN_API_URL: 'http://api.example' })).toThrow(
    'AWIN_API_URL must begin with https://, except for this machine',
  )
  expect(readConfig({ CJ_API_URL: 'http://127.0.0.1:9000/' }).salesApis.cj).toBe('http://127.0.0.1:9000')
})

test('the metrics of a site that others can reach need the token', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir(), ...env }).needsMetricsToken
  expect(read({})).toBe(false)
  expect(read({ SITE_URL: 'http://127.0.0.1:3000' })).toBe(false)
  expect(read({ SITE_URL: 'https://dew.localhost' })).toBe(false)
  expect(read({ SITE_URL: 'https://dew.example' })).toBe(true)
})
