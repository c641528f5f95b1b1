import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../postgres.ts'
import { mailboxUser, programExists } from './programs.ts'

export type Dovecot = { port: number; version: string; stop(): Promise<void> }

export const whyNoDovecot = (): string | undefined =>
  programExists('dovecot') && programExists('doveadm') ? undefined : 'Dovecot is not installed.'

/** Serves a Maildir over IMAP on a free port of loopback, to one user. */
export async function startDovecot(options: {
  folder: string
  maildir: string
  user: string
  password: string
}): Promise<Dovecot> {
  const port = await freePort()
  const config = writeConfig(options, port)
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const halt = () => child.kill('SIGTERM')
  // Before its folder is deleted.
  process.prependListener('exit', halt)
  for (let i = 0; !(await isListening(port)); i++) {
    if (i === 200 || child.exitCode !== null) throw new Error(`Dovecot did not start. ${log}`)
    await sleep(50)
  }
  return {
    port,
    version: execFileSync('dovecot', ['--version'], { encoding: 'utf8' }).split(' ')[0]!,
    async stop() {
      process.off('exit', halt)
      const ended = once(child, 'exit')
      if (halt()) await ended
    },
  }
}

function writeConfig(
  { folder, maildir, user, password }: { folder: string; maildir: string; user: string; password: string },
  port: number,
): string {
  mkdirSync(folder)
  const below = (name: string) => path.join(folder, name)
  const { uid, gid } = mailboxUser()
  writeFileSync(below('users'), `${user}:{PLAIN}${password}\n`)
  writeFileSync(
    below('dovecot.conf'),
    `protocols = imap
listen = 127.0.0.1
base_dir = ${below('run')}
state_dir = ${below('state')}
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${maildir}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = passwd-file
  args = ${below('users')}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${maildir}
}
`,
  )
  return below('dovecot.conf')
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
