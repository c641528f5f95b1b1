/** Milliseconds of the work below on the machine whose wall times the budgets are. */
const REFERENCE_MS = 87

/**
 * How long this machine takes for fixed work of one core, as a multiple of the reference: 2 is half as fast. The best of
 * some attempts, since other programs only ever add to it.
 */
export function measureSlowness(): number {
  return Math.min(...Array.from({ length: 7 }, work)) / REFERENCE_MS
}

/** Allocates, hashes and sorts, as tests do. */
function work(): number {
  const started = performance.now()
  const words = Array.from({ length: 200_000 }, (_, index) => `${(index * 2_654_435_761) % 4_294_967_296}`)
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word.slice(0, 4), (counts.get(word.slice(0, 4)) ?? 0) + 1)
  words.sort()
  JSON.parse(JSON.stringify([...counts]))
  return performance.now() - started
}
