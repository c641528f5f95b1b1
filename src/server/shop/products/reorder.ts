/** `place` (from 1) is the position in the file; without one a product stays where it is, and a new one comes last. */
export type Placement<Key> = { key: Key; place?: number }

/**
 * The order of the shop after an import: products without a place keep their order, the others get their place, or the
 * nearest one that exists. Idempotent.
 */
export function reorder<Key>(current: Key[], placements: Placement<Key>[]): Key[] {
  const placed = placements.flatMap(({ key, place }) => (place === undefined ? [] : [{ key, place }]))
  const isPlaced = new Set(placed.map(({ key }) => key))
  const known = new Set(current)
  const added = placements
    .filter((placement) => placement.place === undefined && !known.has(placement.key))
    .map((placement) => placement.key)
  const others = [...current.filter((key) => !isPlaced.has(key)), ...added]
  // A stable sort: of two with the same place the earlier row comes first.
  const queue = placed.toSorted((a, b) => a.place - b.place)

  const order: Key[] = []
  let next = 0
  for (const { key, place } of queue) {
    const filling = others.slice(next, next + Math.max(0, place - 1 - order.length))
    for (const other of filling) order.push(other)
    order.push(key)
    next += filling.length
  }
  return [...order, ...others.slice(next)]
}
