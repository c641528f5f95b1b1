import type { Context } from 'hono'
import type { ClientNetwork } from '../../platform/http/client-network.ts'
import type { TokenBuckets } from '../../platform/http/token-bucket.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** At most 5 in any minute. */
const rule = { burst: 5, every: 60_000 }

export type ConfirmationLimit = {
  /** The client network of a request as a keyed hash, which may be stored. */
  networkOf(c: Context): string
  /** Whether the network may cause another mail now. A sign-up over the limit gets the same response as any other. */
  take(network: string): Promise<boolean>
}

type Options = { buckets: TokenBuckets; clientOf: ClientNetwork; secrets: Secrets }

/** Limits the mails to addresses that anyone can enter, of sign-ups and reminders together. */
export function createConfirmationLimit({ buckets, clientOf, secrets }: Options): ConfirmationLimit {
  return {
    networkOf: (c) => secrets.hmac('sign-up network', clientOf(c)),
    take: async (network) => (await buckets.consume('confirmation', network, rule)) === 0,
  }
}
