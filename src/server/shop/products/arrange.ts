/** `place` (from 1) is where the file wants it; without one it stays where it is, or comes last where it is new. */
export type Wish<Key> = { key: Key; place?: number }

/**
 * The order of a shop after an import: who has no wish keeps the order that there is, who has one stands at its place, or
 * as near to it as the list is long. The same wishes again change nothing.
 */
export function arrange<Key>(current: Key[], wishes: Wish<Key>[]): Key[] {
  const placed = wishes.filter((wish) => wish.place !== undefined)
  const isPlaced = new Set(placed.map((wish) => wish.key))
  const there = new Set(current)
  const added = wishes.filter((wish) => wish.place === undefined && !there.has(wish.key)).map((wish) => wish.key)
  const others = [...current.filter((key) => !isPlaced.has(key)), ...added]
  // Sorting is stable: of two with the same wish the earlier row stands first.
  const queue = placed.toSorted((a, b) => a.place! - b.place!)

  const order: Key[] = []
  let nextOther = 0
  let nextPlaced = 0
  while (nextOther < others.length || nextPlaced < queue.length) {
    const wish = queue[nextPlaced]
    if (wish && (wish.place! <= order.length + 1 || nextOther === others.length)) {
      order.push(wish.key)
      nextPlaced += 1
    } else {
      order.push(others[nextOther]!)
      nextOther += 1
    }
  }
  return order
}
