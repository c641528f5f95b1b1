/** The value of `promise`, or that of `otherwise` after `ms` milliseconds. Rejects with the promise, or what `otherwise` throws. */
export async function within<T>(ms: number, promise: Promise<T>, otherwise: () => T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  }).then(otherwise)
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
