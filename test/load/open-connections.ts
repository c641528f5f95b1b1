import { readFileSync } from 'node:fs'

/**
 * The remote ports of the connections that a program on this machine has accepted on a port; undefined on other platforms
 * than Linux. Connections in the kernel's backlog are excluded: while the queue is full, a client can be connected
 * without ever being accepted.
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
