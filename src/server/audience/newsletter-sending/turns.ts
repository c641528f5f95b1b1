import type { Turn } from './send-batch.ts'
import type { Timers } from './timers.ts'

type TurnOptions = {
  /** Leases recipients; `wait` are the milliseconds until the limits allow one. */
  lease: () => Promise<{ turns: Turn[]; wait?: number }>
  release: (turns: Turn[]) => Promise<void>
  /** Whether a turn was counted so long ago that the limits would be exceeded if it were used now. */
  isOld: (turn: Turn) => boolean
  sleep: Timers['sleep']
  signal: AbortSignal
}

/** In milliseconds: the distance of two messages at the slowest pace that is learned. */
const WAIT_MAX = 20_000

/** Gives out leased recipients, and leases more when none is left. */
export function createTurns({ lease, release, isOld, sleep, signal }: TurnOptions) {
  let ready: Turn[] = []
  let unused: Turn[] = []
  let filling: Promise<void> | undefined
  let isDry = false

  async function releaseUnused(): Promise<void> {
    const turns = unused
    unused = []
    if (turns.length > 0) await release(turns)
  }

  async function fill(): Promise<void> {
    await releaseUnused()
    const { wait, turns } = await lease()
    ready = turns
    if (turns.length > 0) return
    // A limit of a second is waited for; one of an hour or a day is left to a later poll.
    if (wait === undefined || wait > WAIT_MAX) isDry = true
    else await sleep(wait, signal).catch(() => {})
  }

  function renew(): void {
    unused.push(...ready)
    ready = []
  }

  return {
    /** The next turn; undefined when none is left. */
    async take(): Promise<Turn | undefined> {
      if (ready[0] && isOld(ready[0])) renew()
      while (ready.length === 0 && !isDry && !signal.aborted) {
        filling ??= fill().finally(() => {
          filling = undefined
        })
        await filling
      }
      return ready.shift()
    },
    giveBack: (turn: Turn) => void unused.push(turn),
    /** Gives back all that wait for their turn, so that the next one is leased as things are now. */
    renew,
    /** Gives everything back that was not used. */
    close() {
      renew()
      return releaseUnused()
    },
  }
}
