import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../postgres.ts'

export type SilentProxy = {
  port: number
  /** Forwards nothing any more and closes nothing, like a NAT whose table has lost its connections. */
  cut(): void
  /** New connections work again; those of before the cut stay dead. */
  mend(): void
  close(): Promise<void>
}

/** A TCP proxy on loopback whose connections can be cut without FIN or RST. */
export async function startSilentProxy(target: number): Promise<SilentProxy> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let links: { isCut: boolean }[] = []
  let isCut = false
  const server = createServer((client) => {
    const link = { isCut }
    links.push(link)
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => link.isCut || to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!link.isCut) to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    cut() {
      isCut = true
      for (const link of links) link.isCut = true
      links = []
    },
    mend() {
      isCut = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
