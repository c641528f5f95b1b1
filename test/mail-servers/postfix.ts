import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../postgres.ts'
import { mailboxUser, programExists } from './programs.ts'

export type Postfix = {
  port: number
  version: string
  /** Returns what it has logged. */
  log(): string
  stop(): Promise<void>
}

export type PostfixOptions = {
  /** Holds its configuration, queue and mailboxes; every user can enter it. */
  folder: string
  /** Regular expression of an address, and the Maildir of its mail. The first match counts. */
  mailboxes: [address: string, maildir: string][]
  domains: string[]
  /** It accepts mail for this domain, which has no mailboxes, and returns it to the sender. */
  unknownDomain: string
  /** Messages that it takes of a client in a minute. */
  perMinute: number
}

const LOG = 'log'

/** Why Postfix cannot be started here; undefined if it can. */
export function whyNoPostfix(): string | undefined {
  if (!programExists('postfix')) return 'Postfix is not installed.'
  return process.getuid?.() === 0 ? undefined : 'Postfix is started by root only.'
}

/** Starts Postfix with configuration, queue and data of its own, on a free port of loopback. */
export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const port = await freePort()
  const config = writeConfig(options, port)
  const [version] = execFileSync('postconf', ['-h', 'mail_version'], { encoding: 'utf8' }).split('\n')
  const child = spawn('postfix', ['-c', config, 'start-fg'], { stdio: 'ignore' })
  const logFile = path.join(options.folder, LOG)
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const halt = () => spawnSync('postfix', ['-c', config, 'stop'], { stdio: 'ignore' })
  // Before its folder is deleted.
  process.prependListener('exit', halt)
  await untilLogged(child, log, 'daemon started')
  return {
    port,
    version: version!,
    log,
    async stop() {
      halt()
      process.off('exit', halt)
      while (child.exitCode === null && child.signalCode === null) await sleep(50)
    },
  }
}

function writeConfig({ folder, mailboxes, domains, unknownDomain, perMinute }: PostfixOptions, port: number): string {
  const below = (name: string) => path.join(folder, name)
  for (const name of ['config', 'queue', 'data', 'mail']) mkdirSync(below(name))
  const idOf = (user: string) => Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }))
  chownSync(below('data'), idOf('postfix'), 0)
  const { uid, gid } = mailboxUser()
  chownSync(below('mail'), uid, gid)
  const settings = {
    compatibility_level: '3.6',
    queue_directory: below('queue'),
    data_directory: below('data'),
    maillog_file: below(LOG),
    maillog_file_prefixes: folder,
    myhostname: 'mail.example',
    mydestination: '',
    alias_maps: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    disable_dns_lookups: 'yes',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_client_message_rate_limit: perMinute,
    anvil_rate_time_unit: '60s',
    smtpd_client_event_limit_exceptions: '',
    virtual_mailbox_domains: [...domains, unknownDomain].join(' '),
    // So that it accepts them, and reports them later.
    smtpd_reject_unlisted_recipient: 'no',
    virtual_mailbox_base: below('mail'),
    virtual_mailbox_maps: `regexp:${below('config/mailboxes')}`,
    virtual_uid_maps: `static:${uid}`,
    virtual_gid_maps: `static:${gid}`,
    virtual_minimum_uid: 1,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(below('config/main.cf'), lines.join(''))
  writeFileSync(below('config/master.cf'), services(port))
  const maildirs = mailboxes.map(([address, maildir]) => `/^${address}$/ ${maildir}/\n`)
  writeFileSync(below('config/mailboxes'), maildirs.join(''))
  return below('config')
}

/** Name, type, private, unprivileged, chroot, wakeup, maxproc, command. */
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`

async function untilLogged(child: ChildProcess, log: () => string, text: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (log().includes(text)) return
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`Postfix did not start. ${log()}`)
}
