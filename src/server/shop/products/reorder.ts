/** `place` (from 1) is the position in the file; without one a product stays where it is, and a new one comes last. */
export type Placement<Key> = { key: Key; place?: number }

/**
 * The order of the shop after an import: products without a place keep their order, the others get their place, or the
 * nearest one that exists. Idempotent.
 */
export function reorder<Key>(current: Key[], placements: Placement<Key>[]): Key[] {
  const placed = placements.filter((placement) => placement.place !== undefined)
  const isPlaced = new Set(placed.map((placement) => placement.key))
  const known = new Set(current)
  const added = placements
    .filter((placement) => placement.place === undefined && !known.has(placement.key))
    .map((placement) => placement.key)
  const others = [...current.filter((key) => !isPlaced.has(key)), ...added]
  // A stable sort: of two with the same place the earlier row comes first.
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
