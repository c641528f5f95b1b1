/** One of the things at random; a higher `skew` picks the first ones more often. */
export function pick<Thing>(things: readonly Thing[], random: () => number, skew = 1): Thing {
  const thing = things[Math.floor(things.length * random() ** skew)]
  if (thing === undefined) throw new RangeError('There is nothing to pick from')
  return thing
}
