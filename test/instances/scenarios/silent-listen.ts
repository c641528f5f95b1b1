import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../fleet.ts'
import { type Edits, readMark } from '../owner-edits.ts'

export type Staleness = { edits: number; longest: number; recovered: number }

type Cut = { fleet: Fleet; edits: Edits; marks: () => number; seconds: number }

/**
 * Cuts the LISTEN connection of the last instance silently, edits every half second, and measures how long that instance
 * goes on serving the former page. `recovered`: milliseconds after the end of the cut until an edit is seen within 200 ms.
 */
export async function measureStaleness({ fleet, edits, marks, seconds }: Cut): Promise<Staleness> {
  const { origin } = fleet.instances.at(-1)!
  const connection = fleet.listenProxies.at(-1)!
  const saves: { mark: number; at: number }[] = []
  const reads: { mark: number; at: number }[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const at = performance.now()
      const mark = await readMark(origin)
      if (mark !== undefined) reads.push({ mark, at })
      await sleep(20)
    }
  })()
  const save = async () => {
    const mark = marks()
    const status = await edits.save(mark)
    if (status !== 200) throw new Error(`edit ${mark} was answered with ${status}`)
    saves.push({ mark, at: performance.now() })
  }
  connection.cut()
  const end = performance.now() + seconds * 1000
  try {
    while (performance.now() < end) {
      await save()
      await sleep(500)
    }
  } finally {
    connection.mend()
  }
  const mended = performance.now()
  let recovered = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 60 && recovered === Number.POSITIVE_INFINITY; attempt++) {
    await save()
    const { mark } = saves.at(-1)!
    await sleep(200)
    if (((await readMark(origin)) ?? 0) >= mark) recovered = performance.now() - mended
    else await sleep(300)
  }
  isOver = true
  await reading
  // A page is as stale as the oldest save that it does not contain.
  const ages = reads.map(({ mark, at }) => {
    const missing = saves.find((saved) => saved.mark > mark && saved.at < at)
    return missing ? at - missing.at : 0
  })
  return { edits: saves.length, longest: Math.max(...ages), recovered }
}
