import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export type TestImap = {
  port: number
  /** The messages of the INBOX by UID. */
  messages: Map<number, { raw: string; isSeen: boolean; date?: string }>
  /** Ends the connection instead of the response to this many further fetches. */
  fetchesLeft: number
  uidValidity: number
  /** Messages that the server cannot read, as from a damaged disk. */
  damaged: Set<number>
  /** Refuses searches with this text. */
  refuseSearch?: string | undefined
  /** Runs before the response to a fetch. */
  beforeFetch?: (uid: number) => void
  /** Every command line that was received. */
  commands: string[]
}

/** The part of IMAP4rev1 (RFC 3501) that reading new messages needs. */
export async function startImap(login: { user: string; password: string }): Promise<TestImap> {
  const imap: TestImap = {
    port: 0,
    messages: new Map(),
    fetchesLeft: Number.POSITIVE_INFINITY,
    uidValidity: 7,
    damaged: new Set(),
    commands: [],
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let pending = ''
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        imap.commands.push(line)
        if (/^\S+ UID FETCH/i.test(line) && imap.fetchesLeft-- <= 0) return void socket.destroy()
        socket.write(respond(imap, login, line), 'latin1')
        if (/^\S+ LOGOUT/i.test(line)) socket.end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  imap.port = (server.address() as { port: number }).port
  return imap
}

function respond(imap: TestImap, { user, password }: { user: string; password: string }, line: string): string {
  const [tag = '*', ...words] = line.split(' ')
  const command = words.join(' ').toUpperCase()
  const done = (...lines: string[]) => [...lines, `${tag} OK done`, ''].join('\r\n')
  if (command.startsWith('CAPABILITY')) return done('* CAPABILITY IMAP4rev1')
  if (command.startsWith('LOGIN')) {
    const isRight = words.slice(1).join(' ').replaceAll('"', '') === `${user} ${password}`
    return isRight ? done() : `${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`
  }
  if (command.startsWith('NAMESPACE')) return done('* NAMESPACE (("" "/")) NIL NIL')
  if (command.startsWith('LIST') || command.startsWith('LSUB'))
    return command.includes('INBOX') ? done('* LIST (\\HasNoChildren) "/" INBOX') : done()
  if (command.startsWith('SELECT') || command.startsWith('EXAMINE')) return select(imap, command, tag, done)
  if (command.startsWith('UID SEARCH') && imap.refuseSearch) return `${tag} NO ${imap.refuseSearch}\r\n`
  if (command.startsWith('UID FETCH') && imap.damaged.has(Number(words[2])))
    return `${tag} NO [SERVERBUG] Internal error occurred\r\n`
  if (command.startsWith('UID SEARCH')) return done(search(imap, command))
  if (command.startsWith('UID FETCH')) return done(...fetchMessages(imap, command))
  if (command.startsWith('UID STORE')) {
    const message = imap.messages.get(Number(words[2]))
    if (message) message.isSeen = true
    return done()
  }
  if (command.startsWith('LOGOUT')) return done('* BYE')
  return done()
}

function select(imap: TestImap, command: string, tag: string, done: (...lines: string[]) => string): string {
  if (!command.includes('INBOX')) return `${tag} NO [NONEXISTENT] Unknown mailbox\r\n`
  const next = Math.max(0, ...imap.messages.keys()) + 1
  return done(
    '* FLAGS (\\Seen)',
    `* ${imap.messages.size} EXISTS`,
    `* OK [UIDVALIDITY ${imap.uidValidity}] UIDs valid`,
    `* OK [UIDNEXT ${next}] next`,
  )
}

function search(imap: TestImap, command: string): string {
  const from = Number(/(\d+):\*/.exec(command)?.[1] ?? 1)
  const last = Math.max(0, ...imap.messages.keys())
  const since = Date.parse(/SINCE "?([\dA-Z-]+)/.exec(command)?.[1] ?? '1 Jan 1970')
  const isUnseen = command.includes('UNSEEN')
  const found = [...imap.messages].filter(
    ([uid, { isSeen, date = '2026-03-10' }]) =>
      (uid >= from || uid === last) && Date.parse(date) >= since && !(isUnseen && isSeen),
  )
  return `* SEARCH ${found.map(([uid]) => uid).join(' ')}`.trim()
}

function fetchMessages(imap: TestImap, command: string): string[] {
  const [, id = '', max = '1000000000'] = /^UID FETCH (\d+) .*?(?:<0\.(\d+)>)?\)?$/.exec(command) ?? []
  imap.beforeFetch?.(Number(id))
  const message = imap.messages.get(Number(id))
  if (!message) return []
  const body = message.raw.slice(0, Number(max))
  const name = command.includes('<0.') ? 'BODY[]<0>' : 'BODY[]'
  return [`* 1 FETCH (UID ${id} ${name} {${Buffer.byteLength(body, 'latin1')}}\r\n${body})`]
}
