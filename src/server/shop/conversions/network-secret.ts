import type { Context } from 'hono'
import type { Db } from '../../platform/db/schema.ts'
import type { Bearer } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { findNetworkBySecret } from './networks.repo.ts'

/** Checks the secret of a network; only wrong ones count towards `limit`. */
export function createNetworkSecret({ db, limit }: { db: Db; limit: RateLimit }) {
  /** The network with this secret. Throws 401, or 429 after many wrong secrets. */
  const findNetwork = async (c: Context, secret: string): Promise<Bearer> => {
    const network = await findNetworkBySecret(db, secret)
    if (network) return network
    await limit(c)
    throw new HttpError(401, 'This secret belongs to no network', { headers: { 'www-authenticate': 'Bearer' } })
  }

  return {
    findNetwork,
    readBearer: (c: Context) => findNetwork(c, bearerOf(c.req.header('authorization') ?? '')),
  }
}

export type NetworkSecret = ReturnType<typeof createNetworkSecret>

function bearerOf(authorization: string): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}
