import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './processes.ts'

/** Milliseconds of latency, and bytes a second from the site to the phone. */
export const slow4g = { latency: 150, throughput: 204_800 }

/** Bytes that arrive at once. */
const PACKET = 4096

export type SlowNetwork = {
  origin: string
  /** Bytes that the phone has received so far. */
  received(): number
  stop(): void
}

/**
 * A TCP proxy to a site with the latency and the throughput of a slow 4G, which all connections share. DevTools delays what a page
 * requests, and not what the browser prefetches.
 */
export async function startSlowNetwork(site: string): Promise<SlowNetwork> {
  const sockets = new Set<Socket>()
  let received = 0
  let freeAt = 0
  const server = createServer((phone) => {
    const upstream = connect(Number(new URL(site).port), '127.0.0.1')
    const openAt = performance.now() + slow4g.latency
    const up = createQueue((bytes) => upstream.write(bytes))
    const down = createQueue((bytes) => {
      received += bytes.length
      phone.write(bytes)
    })
    phone.on('data', (bytes) => up(bytes, Math.max(openAt, performance.now()) + slow4g.latency / 2))
    upstream.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += PACKET) {
        const packet = bytes.subarray(at, at + PACKET)
        freeAt = Math.max(freeAt, performance.now()) + (1000 * packet.length) / slow4g.throughput
        down(packet, freeAt + slow4g.latency / 2)
      }
    })
    for (const [socket, other] of [
      [phone, upstream],
      [upstream, phone],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => received,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends pieces in their order, each at its time or later. */
function createQueue(send: (bytes: Buffer) => void) {
  const waiting: { bytes: Buffer; at: number }[] = []
  const sendDue = () => {
    while (waiting[0] && waiting[0].at <= performance.now() + 0.5) send(waiting.shift()!.bytes)
    if (waiting[0]) setTimeout(sendDue, waiting[0].at - performance.now())
  }
  return (bytes: Buffer, at: number) => {
    waiting.push({ bytes, at })
    if (waiting.length === 1) sendDue()
  }
}
