import { createHash } from 'node:crypto'

/** Where a server replies, in the order of a transaction; `taken` is after it has taken a message and before it says so. */
export type Stage = 'greeting' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'message' | 'taken'
export type Fault = Code | 'stall' | 'drop'
type Code = (typeof CODES)[number]

const CODES = [421, 450, 451, 550, 552, 554] as const
const INTERRUPTIONS = ['drop', 'stall'] as const

const FAULTS: Record<Stage, readonly Fault[]> = {
  greeting: [...CODES, ...INTERRUPTIONS],
  ehlo: [...CODES, ...INTERRUPTIONS],
  mail: [...CODES, ...INTERRUPTIONS],
  rcpt: [...CODES, ...INTERRUPTIONS],
  data: [...CODES, ...INTERRUPTIONS],
  message: [...CODES, ...INTERRUPTIONS],
  taken: INTERRUPTIONS,
}

/** How likely each fault is. A connection has thousands of commands and one greeting, and loses seconds by a stall. */
const rateOf = (stage: Stage, fault: Fault) =>
  (stage === 'greeting' || stage === 'ehlo' ? 0.01 : 0.0005) * (fault === 'stall' ? 0.6 : 1)

/** Chooses the faults of a server by stage, address and attempt, so that a run can be repeated, and counts them. */
export function createSmtpFaults() {
  const attempts = new Map<string, number>()
  const counts = new Map<string, number>()

  return {
    /** The fault of the next attempt at a stage, if any. */
    choose(stage: Stage, address = ''): Fault | undefined {
      const key = `${stage} ${address}`
      const attempt = (attempts.get(key) ?? 0) + 1
      attempts.set(key, attempt)
      let number = createHash('sha256').update(`${key} ${attempt}`).digest().readUInt32BE() / 2 ** 32
      return FAULTS[stage].find((fault) => {
        number -= rateOf(stage, fault)
        return number < 0
      })
    },
    count(stage: Stage, fault: Fault): void {
      const key = `${stage} ${fault}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    /** How often each fault of each stage has occurred, such as `{ 'mail 421': 3 }`. */
    occurrences: (): Record<string, number> =>
      Object.fromEntries(
        Object.entries(FAULTS).flatMap(([stage, faults]) =>
          faults.map((fault) => [`${stage} ${fault}`, counts.get(`${stage} ${fault}`) ?? 0]),
        ),
      ),
  }
}
