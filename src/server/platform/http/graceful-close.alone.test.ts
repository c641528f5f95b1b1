import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tookInSleeps } from '../../../../test/took-in-sleeps.ts'
import { createGracefulClose } from './graceful-close.ts'
import { applyServerLimits, serverOptions } from './server-limits.ts'

/** A server whose requests end when `finish` is called, in order, and the paths that its listener has seen. */
async function heldServer(options?: Parameters<typeof createGracefulClose>[1]) {
  const seen: string[] = []
  const held: (() => void)[] = []
  const listener: RequestListener = (request, response) => {
    seen.push(request.url!)
    const finish = () => {
      response.writeHead(200, { 'content-length': 2 })
      response.end('ok')
    }
    if (/^\/(?:now|healthz|readyz)$/.test(request.url!)) finish()
    else if (request.url === '/upload') request.resume().once('end', finish)
    else held.push(finish)
  }
  const server = applyServerLimits(createServer(serverOptions, listener))
  const close = createGracefulClose(server, options)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(() => server.closeAllConnections())
  return {
    close,
    seen,
    finish: () => held.shift()!(),
    until: (path: string) => vi.waitFor(() => expect(seen).toContain(path), 10_000),
    open: () => open(port),
    port,
  }
}

async function open(port: number) {
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return {
    closed,
    send: (...paths: string[]) => socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join('')),
    write: (raw: string) => socket.write(raw),
    /** The `Connection` header of each response so far. */
    responses: () => [...text.matchAll(/^connection: (.*)\r$/gim)].map(([, value]) => value!.toLowerCase()),
    text: () => text,
    async untilResponses(count: number) {
      await vi.waitFor(() => expect(text.match(/^HTTP/gm)?.length).toBe(count), 10_000)
    },
  }
}

test('a busy connection closes with the response that is in progress, which says so', async () => {
  const server = await heldServer()
  const connection = await server.open()
  connection.send('/held')
  await server.until('/held')
  const closed = server.close()
  server.finish()
  await Promise.all([closed, connection.closed])
  expect(connection.responses()).toEqual(['close'])
})

test('a connection that is never idle closes with its next response', async () => {
  const server = await heldServer()
  const connection = await server.open()
  connection.send('/now')
  await connection.untilResponses(1)
  const closed = server.close()
  connection.send('/now')
  await Promise.all([closed, connection.closed])
  expect(connection.responses()).toEqual(['keep-alive', 'close'])
})

test('idle and silent connections do not delay the end', async () => {
  const server = await heldServer({ finish: 60_000 })
  const idle = await server.open()
  idle.send('/now')
  await idle.untilResponses(1)
  const silent = await server.open()
  await Promise.all([server.close(), idle.closed, silent.closed])
})

test('a connection that is opened while the server closes has time for its request', async () => {
  const server = await heldServer()
  const early = await server.open()
  const last = await server.open()
  last.send('/now')
  // Connections are accepted in order.
  await last.untilResponses(1)
  const closed = server.close()
  const late = await server.open()
  await Promise.all([early.closed, last.closed])
  late.send('/now')
  await late.untilResponses(1)
  expect(late.responses()).toEqual(['close'])
  await closed
})

test('connections that wait to be accepted are served', async () => {
  const server = await heldServer()
  // Connected by the system, before the server has had a turn to accept them.
  const waiting = await Promise.all(Array.from({ length: 20 }, () => server.open()))
  const more = Array.from({ length: 20 }, () => server.open())
  const closed = server.close()
  const all = [...waiting, ...(await Promise.all(more))]
  for (const connection of all) connection.send('/now')
  await closed
  for (const connection of all) expect(connection.responses()).toEqual(['close'])
})

test('a request pipelined after the one that closes the connection is not handled', async () => {
  const server = await heldServer()
  const connection = await server.open()
  connection.send('/held', '/second')
  await server.until('/second')
  const closed = server.close()
  connection.send('/third')
  server.finish()
  await connection.untilResponses(1)
  server.finish()
  await Promise.all([closed, connection.closed])
  expect(connection.responses()).toEqual(['keep-alive', 'close'])
  const fresh = await heldServer()
  const other = await fresh.open()
  const closing = fresh.close()
  other.send('/now', '/after')
  await Promise.all([closing, other.closed])
  expect(other.responses()).toEqual(['close'])
  expect([...server.seen, ...fresh.seen]).toEqual(['/held', '/second', '/now'])
})

test('an upload in progress finishes', async () => {
  const server = await heldServer()
  const connection = await server.open()
  connection.write('POST /upload HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab')
  await server.until('/upload')
  const closed = server.close()
  const after = await server.open().catch(() => undefined)
  await after?.closed
  connection.write('cd')
  await Promise.all([closed, connection.closed])
  expect(connection.responses()).toEqual(['close'])
})

test('in the end reads and incomplete uploads are cut, but not a write that was received', async () => {
  const server = await heldServer({ finish: 100 })
  const [read, upload, write] = [await server.open(), await server.open(), await server.open()]
  read.send('/read')
  await server.until('/read')
  upload.write('POST /upload HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab')
  await server.until('/upload')
  write.write('POST /write HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n')
  await server.until('/write')
  const closed = server.close()
  await Promise.all([read.closed, upload.closed])
  server.finish()
  server.finish()
  await Promise.all([closed, write.closed])
  expect([read.responses(), upload.responses(), write.responses()]).toEqual([[], [], ['close']])
})

type HeldServer = Awaited<ReturnType<typeof heldServer>>

/** Requests the path on a new connection every 50 ms until none can be opened; returns the responses, empty for none. */
async function requestUntilRefused(server: HeldServer, path: string, isOver = () => false): Promise<string[]> {
  const requests: Promise<string>[] = []
  while (!isOver()) {
    const connection = await server.open().catch(() => undefined)
    if (!connection) break
    connection.send(path)
    requests.push(connection.closed.then(connection.text))
    await sleep(50)
  }
  return Promise.all(requests)
}

async function took(promise: Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await promise
  return performance.now() - begun
}

/**
 * Begins to close a server with requests during the first 300 ms, or all the time. A server that begins afterwards and waits
 * as long ends later: unlike a duration, this order does not depend on how busy the machine is.
 */
async function closeInUse(requests = 6): Promise<{ closed: Promise<string>; over: Promise<unknown> }> {
  const server = await heldServer()
  const closed = server.close()
  let sent = 0
  const arriving = requestUntilRefused(server, '/now', () => sent++ === requests)
  await sleep(100)
  return { closed: closed.then(() => 'the one in use'), over: Promise.all([closed, arriving]) }
}

async function ends(closed: Promise<unknown>, inUse: { closed: Promise<string> }) {
  const first = Promise.race([closed.then(() => 'this one'), inUse.closed])
  return { time: await tookInSleeps(closed), first: await first }
}

test.each(['GET /healthz', 'HEAD /healthz', 'GET /readyz'])(
  '%s fails from the start of a stop, on an open connection and on a new one',
  async (request) => {
    const server = await heldServer()
    const idle = await server.open()
    idle.send('/now')
    await idle.untilResponses(1)
    const closed = server.close()
    idle.write(`${request} HTTP/1.1\r\nhost: a\r\n\r\n`)
    const fresh = await server.open()
    fresh.write(`${request} HTTP/1.1\r\nhost: a\r\n\r\n`)
    await Promise.all([closed, idle.closed, fresh.closed])
    expect(fresh.text()).toMatch(/^HTTP\/1.1 503 /)
    expect(idle.text()).toContain('HTTP/1.1 503 ')
    expect(fresh.responses()).toEqual(['close'])
    expect(fresh.text().endsWith('\r\n\r\n{"status":"the server is stopping"}')).toBe(request.startsWith('GET'))
    expect(server.seen).toEqual(['/now'])
  },
)

test('new connections are served while they keep arriving, for 2.5 s at most', async () => {
  const server = await heldServer()
  const arriving = requestUntilRefused(server, '/now')
  await server.until('/now')
  const closed = server.close()
  const [time, inSleeps] = await Promise.all([took(closed), tookInSleeps(closed)])
  const responses = await arriving
  expect(responses.filter((text) => !text.startsWith('HTTP/1.1 200'))).toEqual([])
  expect(time).toBeGreaterThan(2400)
  expect(inSleeps).toBeLessThan(3500)
})

test('a server in use is open to new connections until a load balancer that checks each second has noticed', async () => {
  const server = await heldServer()
  const inUse = await closeInUse(Number.POSITIVE_INFINITY)
  const closed = server.close()
  const closing = took(closed)
  const end = ends(closed, inUse)
  const first = await server.open()
  first.send('/now')
  await first.closed
  // A pause in which nothing arrives.
  await sleep(400)
  const second = await server.open()
  second.send('/now')
  await second.closed
  expect(second.text()).toMatch(/^HTTP\/1.1 200/)
  expect(await closing).toBeGreaterThan(1000)
  expect((await end).first).toBe('this one')
  await inUse.over
})

test('without requests the server does not wait for a load balancer', async () => {
  const [unused, kept] = [await heldServer(), await heldServer()]
  const idle = await kept.open()
  idle.send('/now')
  await idle.untilResponses(1)
  const inUse = await closeInUse()
  for (const end of await Promise.all([ends(unused.close(), inUse), ends(kept.close(), inUse)])) {
    expect(end.first).toBe('this one')
    expect(end.time).toBeLessThan(800)
  }
  await inUse.over
})

test('health checks, and connections without a request, do not delay the end', async () => {
  const server = await heldServer()
  const inUse = await closeInUse()
  const closing = ends(server.close(), inUse)
  let isClosed = false
  const checks = requestUntilRefused(server, '/healthz', () => isClosed)
  const probes = probe(server, () => isClosed)
  const { time, first } = await closing
  expect(first).toBe('this one')
  expect(time).toBeLessThan(1000)
  isClosed = true
  await Promise.all([checks, probes, inUse.over])
})

/** Connects and disconnects at once, like the TCP check of a load balancer. */
async function probe(server: HeldServer, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    await once(socket, 'connect').catch(() => {})
    socket.destroy()
    await sleep(50)
  }
}

test('while other processes listen, health checks succeed and new connections are left to them', async () => {
  const server = await heldServer({ othersListen: () => true })
  const idle = await server.open()
  idle.send('/now')
  await idle.untilResponses(1)
  const inUse = await closeInUse()
  const arriving = requestUntilRefused(server, '/now')
  const closing = ends(server.close(), inUse)
  const check = await server.open()
  check.send('/healthz')
  await check.closed
  expect(check.text()).toMatch(/^HTTP\/1.1 200/)
  const { time, first } = await closing
  expect(first).toBe('this one')
  expect(time).toBeLessThan(1000)
  await Promise.all([arriving, inUse.over])
})

test('the time for requests in progress counts from the start of the stop', async () => {
  const server = await heldServer({ finish: 3000 })
  const connection = await server.open()
  connection.send('/held')
  await server.until('/held')
  const arriving = requestUntilRefused(server, '/now')
  expect(await tookInSleeps(Promise.all([server.close(), connection.closed]))).toBeLessThan(3800)
  await arriving
})
