/** sharp, loaded with its native library at the first picture: a start does not wait for it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Files are never read twice, so a cache only holds memory; one thread an image leaves the others to the readers.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
