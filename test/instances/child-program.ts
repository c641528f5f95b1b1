import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type ChildProgram = {
  pid: number
  /** The last of its output. */
  output(): string
  stop(): Promise<void>
}

/** Starts a program, and waits until it listens on a port of loopback. Throws with its output if it exits. */
export async function startProgram(
  file: string,
  args: string[],
  { port, ...options }: SpawnOptions & { port: number },
): Promise<ChildProgram> {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-200_000)
    })
  process.prependListener('exit', () => child.kill('SIGTERM'))
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}. ${output}`)))
    untilListening(port).then(resolve, reject)
  })
  return { pid: child.pid!, output: () => output, stop: () => end(child) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isListening) return
    await sleep(25)
  }
  throw new Error(`Nothing listens on port ${port} after 10 seconds.`)
}
