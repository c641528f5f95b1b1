import type { JobStatus } from '../../../contract/platform/jobs.ts'
import { type EarningImport, workingStates } from '../../../contract/shop/earning-imports.ts'

type Item = Pick<EarningImport, 'id' | 'fileName' | 'state'>

/** Why the server does not work on an import now; undefined while it does. */
export function waitingReason(
  item: Item,
  { imports, job, format }: { imports: Item[]; job: JobStatus | undefined; format: (time: string) => string },
): string | undefined {
  if (job?.state === 'interrupted')
    return 'The process that did this has ended. Another one goes on with it within half a minute.'
  if (job?.state === 'waiting' && job.lastError)
    return `The last attempt failed (${job.lastError}). The next one is at ${format(job.nextAt)}.`
  const [first] = imports.filter(({ state }) => workingStates.includes(state)).toSorted(byQueueOrder)
  if (first && first.id !== item.id && byQueueOrder(first, item) < 0) return `Waits until ‘${first.fileName}’ is done.`
  return job?.state === 'due' ? 'Begins within seconds.' : undefined
}

/** The order of the job: what is half way through a write comes first. */
function byQueueOrder(a: Item, b: Item): number {
  return workingStates.indexOf(b.state) - workingStates.indexOf(a.state) || a.id - b.id
}
