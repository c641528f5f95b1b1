/** `place` (from 1) is where the file wants it; without one it stays where it is, or comes last where it is new. */
export type Placement<Key> = { key: Key; place?: number }

/**
 * The order of a shop after an import: who has no wish keeps the order that there is, who has one stands at its place, or
 * as near to it as the list is long. The same wishes again change nothing.
 */
export function reorder<Key>(current: Key[], placements: Placement<Key>[]): Key[] {
  const placed = placements.filter((placement) => placement.place !== undefined)
  const isPlaced = new Set(placed.map((placement) => placement.key))
  const there = new Set(current)
  const added = placements
    .filter((placement) => placement.place === undefined && !there.has(placement.key))
    .map((placement) => placement.key)
  const others = [...current.filter((key) => !isPlaced.has(key)), ...added]
  // Sorting is stable: of two with the same wish the earlier row stands first.
  const queue = placed.toSorted((a, b) => a.place! - b.place!)

  const order: Key[] = []
  let nextOther = 0
  let nextPlaced = 0
  while (nextOther < others.length || nextPlaced < queue.length) {
    const placement = queue[nextPlaced]
    if (placement && (placement.place! <= order.length + 1 || nextOther === others.length)) {
      order.push(placement.key)
      nextPlaced += 1
    } else {
      order.push(others[nextOther]!)
      nextOther += 1
    }
  }
  return order
}
