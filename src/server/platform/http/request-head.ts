import type { IncomingMessage } from 'node:http'

/**
 * Whether the request line names HTTP/1 and at most one Host header follows (RFC 9112, 2.3 and 3.2). node:http checks
 * neither, and a proxy in front may have read the other Host.
 */
export function hasValidHead({ httpVersionMajor, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return httpVersionMajor === 1 && hosts <= 1
}
