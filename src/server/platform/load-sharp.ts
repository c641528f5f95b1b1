/** Loads sharp and its native library on first use, to keep the start fast. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // No file is read twice, so a cache only costs memory; one thread per image leaves CPU for requests.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
