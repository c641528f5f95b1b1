import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'
import { openSession } from './smtp-session.ts'

/** A server that ends each connection as soon as it has allowed the content of a message. */
async function startDroppingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 dropping\r\n')
    socket.on('data', (command) => {
      if (/^DATA/m.test(command.toString())) socket.end('354 Go ahead\r\n')
      else socket.write('250 Ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A server that takes `ms` milliseconds for its reply to the content of a message. */
async function startSlowServer(ms: number): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 slow\r\n')
    let isContent = false
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isContent) {
        if (text.endsWith('\r\n.\r\n')) setTimeout(() => socket.write('250 Taken\r\n'), ms)
      } else if (/^DATA/m.test(text)) {
        isContent = true
        socket.write('354 Go ahead\r\n')
      } else socket.write('250 Ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const message = { from: 'hello@dewlight.example', to: 'ann@example.com', content: Buffer.from('Subject: Hi\r\n\r\nHi') }

test('a connection that ends while the mark is being written has not started the message, and says that it is marked', async () => {
  const session = await openSession(parseSmtpUrl(await startDroppingServer())!)
  const delivery = await session.deliver(message, async () => {
    while (session.isOpen()) await new Promise((resolve) => setImmediate(resolve))
    return true
  })
  expect(delivery).toMatchObject({ kind: 'lost', isMarked: true, isStarted: false })
})

test('a message that may not be sent is withdrawn, even if the connection ends first', async () => {
  const session = await openSession(parseSmtpUrl(await startDroppingServer())!)
  const delivery = await session.deliver(message, async () => {
    while (session.isOpen()) await new Promise((resolve) => setImmediate(resolve))
    return false
  })
  expect(delivery).toEqual({ kind: 'withdrawn' })
})

test('the reply to a whole message is waited for longer than every other', async () => {
  const timeouts = { connect: 5000, idle: 100, reply: 5000 }
  const session = await openSession(parseSmtpUrl(await startSlowServer(400))!, timeouts)
  expect(await session.deliver(message, async () => true)).toEqual({ kind: 'accepted', response: '250 Taken' })
  session.close()
  const hasty = await openSession(parseSmtpUrl(await startSlowServer(400))!, { ...timeouts, reply: 100 })
  expect(await hasty.deliver(message, async () => true)).toMatchObject({ kind: 'lost', isStarted: true })
})
