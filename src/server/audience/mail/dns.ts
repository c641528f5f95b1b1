import { Resolver } from 'node:dns/promises'

/** The DNS queries of the domain check. A name without such records is an empty list; rejects if the DNS does not respond. */
export type Dns = {
  txt(name: string): Promise<string[]>
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<string[]>
  mailExchangers(name: string): Promise<string[]>
}

/** Milliseconds until a query is repeated, and then given up. */
const TIMEOUT_MS = 1500

export function createDns(): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 })
  return {
    txt: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
    addresses: async (name) =>
      (await Promise.all([orNone(resolver.resolve4(name)), orNone(resolver.resolve6(name))])).flat(),
    mailExchangers: async (name) => (await orNone(resolver.resolveMx(name))).map(({ exchange }) => exchange),
  }
}

async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')) return []
    throw error
  }
}
