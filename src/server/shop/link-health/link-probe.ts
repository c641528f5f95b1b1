import { setTimeout as pause } from 'node:timers/promises'
import { failingStates, type LinkOutcome } from '../../../contract/shop/links.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { checkLink } from './check-link.ts'
import { checkTargetOf } from './check-target.ts'

/** Links of one text that are checked. */
const LINKS_MAX = 50
const AT_ONCE = 4
/** The time for a link with its redirects, how long a result counts, and how long a caller waits. */
const TIMEOUT_MS = 5000
const KEPT_MS = 10 * 60 * 1000
const WAIT_MS = 4000
/** Results that are kept, of all texts. */
const RESULTS_MAX = 500

type ProbeResult = {
  /** Links that lead nowhere. */
  failing: string[]
  /** Links that no program can judge, such as pages behind a sign-in. */
  unclear: string[]
  /** How many are not opened, since that would count as a click of the owner. */
  ownClicks: number
  /** How many are being checked, or wait for it. */
  pending: number
  /** How many are beyond the most that are checked. */
  leftOut: number
}

export type LinkProbe = {
  /** Checks links, and returns after a few seconds with what is known by then; the rest goes on, for the next call. */
  check(urls: readonly string[]): Promise<ProbeResult>
  /** Returns what is known, without a request. */
  read(urls: readonly string[]): ProbeResult
}

type ProbeOptions = { request: GuardedRequest; timeoutMs?: number; waitMs?: number; now?: () => number }

/** Checks a few links of other sites on demand, each once at a time and not again for some minutes. */
export function createLinkProbe({
  request,
  timeoutMs = TIMEOUT_MS,
  waitMs = WAIT_MS,
  now = Date.now,
}: ProbeOptions): LinkProbe {
  const results = new Map<string, { outcome: LinkOutcome | 'own-click'; until: number }>()
  const running = new Map<string, Promise<void>>()
  const slots = createSlots(AT_ONCE)

  async function probe(url: string): Promise<void> {
    await slots.acquire()
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const { outcome, reason } = await checkLink(url, { request, pace: async () => {}, signal }).catch(() => ({
        outcome: 'unchecked' as const,
        reason: 'timeout' as const,
      }))
      results.set(url, { outcome: reason === 'own-click' ? reason : outcome, until: now() + KEPT_MS })
      const [oldest] = results.keys()
      if (results.size > RESULTS_MAX && oldest !== undefined) results.delete(oldest)
    } finally {
      running.delete(url)
      slots.release()
    }
  }

  const outcomeOf = (url: string) => {
    const known = results.get(url)
    return known && known.until > now() ? known.outcome : undefined
  }

  const read = (urls: readonly string[]): ProbeResult => {
    const opened = urls.filter(isOpened)
    const checked = opened.slice(0, LINKS_MAX)
    const withOutcome = (outcomes: readonly (LinkOutcome | 'own-click' | undefined)[]) =>
      checked.filter((url) => outcomes.includes(outcomeOf(url)))
    return {
      failing: withOutcome(failingStates.filter((state) => state !== 'out-of-stock')),
      unclear: withOutcome(['unchecked']),
      ownClicks: urls.length - opened.length + withOutcome(['own-click']).length,
      pending: withOutcome([undefined]).length,
      leftOut: opened.length - checked.length,
    }
  }

  return {
    read,
    async check(urls) {
      const started = urls
        .filter(isOpened)
        .slice(0, LINKS_MAX)
        .flatMap((url) => {
          if (outcomeOf(url) !== undefined) return []
          const one = running.get(url) ?? probe(url)
          running.set(url, one)
          return [one]
        })
      const end = new AbortController()
      const late = pause(waitMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
      await Promise.race([Promise.all(started), late])
      end.abort()
      return read(urls)
    },
  }
}

/** Whether a check has something to say of a link: also one of a network that closed. */
function isOpened(url: string): boolean {
  const target = checkTargetOf(url)
  return 'url' in target || target.reason !== 'own-click'
}

/** A semaphore: at most `count` holders at once, the others in order. */
function createSlots(count: number) {
  const waiting: (() => void)[] = []
  let active = 0
  return {
    async acquire(): Promise<void> {
      if (active >= count) await new Promise<void>((resolve) => waiting.push(resolve))
      else active += 1
    },
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    },
  }
}
