import { setTimeout as sleep } from 'node:timers/promises'

/** How long a step waits for what it expects. */
const PATIENCE_MS = 20_000

type Problem = { problem: string }

/** Repeats a look until it returns no problem. */
export async function waitFor<Seen extends object>(
  what: string,
  look: () => Promise<Seen | Problem>,
): Promise<Exclude<Seen, Problem>> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    // A call fails while one document replaces another.
    const seen = await look().catch((error: unknown) => ({ problem: String(error) }))
    if (!('problem' in seen)) return seen as Exclude<Seen, Problem>
    if (performance.now() > end) throw new Error(`Waited for ${what}: ${seen.problem}`)
    await sleep(100)
  }
}
