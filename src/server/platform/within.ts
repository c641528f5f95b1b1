/** Resolves to the value of `promise`, or to that of `otherwise` after `ms` milliseconds; rejects with the promise. */
export async function within<T>(ms: number, promise: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), ms)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
