import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../load/percentile.ts'
import type { Fleet } from '../fleet.ts'
import { type Edits, readMark } from '../owner-edits.ts'

/** Milliseconds after which an edit counts as lost. */
const LOST = 10_000

export type Visibility = { edits: number; p50: number; p99: number; max: number; backwards: number }

/**
 * Saves a post again and again, and reads it at every instance until it is there. `backwards` counts pages older than one
 * that the same instance served before.
 */
export async function measureVisibility({ instances }: Fleet, edits: Edits, marks: number[]): Promise<Visibility> {
  const times: number[] = []
  let backwards = 0
  for (const mark of marks) {
    const status = await edits.save(mark)
    if (status !== 200) throw new Error(`edit ${mark} was answered with ${status}`)
    const saved = performance.now()
    const seen = await Promise.all(
      instances.map(async ({ origin }) => {
        while (performance.now() < saved + LOST) {
          const found = await readMark(origin)
          if (found !== undefined && found < mark - 1) backwards += 1
          if (found !== undefined && found >= mark) return performance.now() - saved
          await sleep(2)
        }
        return LOST
      }),
    )
    times.push(Math.max(...seen))
  }
  return {
    edits: marks.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    max: Math.max(...times),
    backwards,
  }
}

export function describeVisibility({ edits, p50, p99, max, backwards }: Visibility): string {
  return `${edits} edits seen at every instance: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, longest ${max.toFixed(0)} ms (bound 200 ms); ${backwards} older pages after newer ones`
}
