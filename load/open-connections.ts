import { readFileSync } from 'node:fs'

/**
 * The far ports of the connections that a program on this machine holds open at a port; undefined where the machine does
 * not say (it is no Linux). Those that the kernel has not handed to it yet belong to nobody and are not among them: while
 * its queue is full a client believes itself connected, and one that says nothing never learns better.
 */
export function farPortsAt(port: number): Set<number> | undefined {
  const held = new Set<number>()
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  let hasAnswer = false
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = readLines(file)
    if (lines) hasAnswer = true
    for (const line of lines ?? []) {
      const [, near, far, state, , , , , , inode] = line.trim().split(/\s+/)
      const isHeld = state === ESTABLISHED && inode !== '0' && near?.endsWith(`:${wanted}`)
      if (isHeld) held.add(Number.parseInt(far!.slice(far!.lastIndexOf(':') + 1), 16))
    }
  }
  return hasAnswer ? held : undefined
}

const ESTABLISHED = '01'

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1)
  } catch {
    return undefined
  }
}
