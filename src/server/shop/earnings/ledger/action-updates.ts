import type { Row } from '../../../platform/db/schema.ts'

type Event = Row<'earning_events'>

/** Between the ids of an action of Impact and of a change of it. */
const MARK = ':update:'

export function updateIdOf(actionId: string, changeId: string): string {
  return actionId + MARK + changeId
}

/** The action that an id is a change of; undefined for any other id. */
export function actionOfUpdate(externalId: string): string | undefined {
  const at = externalId.indexOf(MARK)
  return at === -1 ? undefined : externalId.slice(0, at)
}

/**
 * The changes of an action that count besides its state. A state is what the changes up to it add up to, so these are in it
 * already; after a reversal, or where several states were reported, all of them are. `states` are the events of the action,
 * `updates` one event of each change.
 */
export function countedUpdates(states: readonly Event[], updates: readonly Event[]): readonly Event[] {
  const ordered = updates.filter(({ commission_minor }) => Number(commission_minor) !== 0).toSorted(byDate)
  const reports = states.filter(({ origin }) => origin !== 'push')
  const known = reports.length > 0 ? reports : states
  const [state, ...others] = new Set(known.map(({ commission_minor }) => Number(commission_minor)))
  if (others.length > 0 || known.some(({ status }) => status === 'reversed')) return []
  let sum = 0
  let included = 0
  for (const [index, { commission_minor }] of ordered.entries()) {
    sum += Number(commission_minor)
    if (sum === state) included = index + 1
  }
  return ordered.slice(included)
}

function byDate(a: Event, b: Event): number {
  const key = ({ posted_at, ordered_at, external_id }: Event) => `${posted_at ?? ordered_at ?? ''} ${external_id}`
  return key(a) < key(b) ? -1 : 1
}
