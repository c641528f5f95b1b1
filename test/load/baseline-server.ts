import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../postgres.ts'

const program = `require('node:http')
  .createServer((_, response) => response.end('a'.repeat(20_000)))
  .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'))`

/** An empty node:http server in a separate process: its latency is that of the machine and the client. */
export async function startBaselineServer(): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const child = spawn(process.execPath, ['-e', program, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
