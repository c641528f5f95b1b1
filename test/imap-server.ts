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
  /** The response to matching command lines (empty: the greeting) is `start` and then up to 400 MB of `repeat`. */
  flood?: { command: RegExp; start: string; repeat: string } | undefined
  /** Bytes of floods that were handed to the connection. */
  floodedBytes: number
  /** Matching command lines get no response. */
  ignored?: RegExp | undefined
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
    floodedBytes: 0,
    commands: [],
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    if (imap.flood?.command.test('')) flood(imap, imap.flood, socket)
    else socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let pending = ''
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        imap.commands.push(line)
        if (imap.ignored?.test(line)) continue
        if (imap.flood?.command.test(line)) return flood(imap, imap.flood, socket)
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

/** Sends only as fast as the client reads, so that the memory of the server stays small. */
function flood(imap: TestImap, { start, repeat }: NonNullable<TestImap['flood']>, socket: Socket): void {
  const chunk = Buffer.from(repeat.repeat(Math.ceil(65_536 / repeat.length)), 'latin1')
  const end = imap.floodedBytes + 400_000_000
  const send = () => {
    while (!socket.destroyed && imap.floodedBytes < end) {
      imap.floodedBytes += chunk.length
      if (!socket.write(chunk)) return
    }
  }
  socket.write(start, 'latin1')
  socket.on('drain', send)
  send()
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
  const [, id = ''] = /^UID FETCH (\d+) /.exec(command) ?? []
  const [, max = '1000000000'] = /<0\.(\d+)>/.exec(command) ?? []
  imap.beforeFetch?.(Number(id))
  const message = imap.messages.get(Number(id))
  if (!message) return []
  const body = message.raw.slice(0, Number(max))
  const name = command.includes('<0.') ? 'BODY[]<0>' : 'BODY[]'
  return [`* 1 FETCH (UID ${id} ${name} {${Buffer.byteLength(body, 'latin1')}}\r\n${body})`]
}
