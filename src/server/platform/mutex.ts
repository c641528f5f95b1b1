/** Runs `act` while no other process of the site runs something under the same name. First in, first out. */
export type Exclusive = <T>(name: string, act: () => Promise<T>) => Promise<T>

type Waiting<Holder> = { holder: Holder; grant: () => void }

/** Named locks, each with its holder first and those that wait behind it. */
export function createMutexes<Holder>() {
  const queues = new Map<string, Waiting<Holder>[]>()

  function remove(name: string, isRemoved: (entry: Waiting<Holder>, index: number) => boolean): void {
    const queue = queues.get(name) ?? []
    const [first] = queue
    const left = queue.filter((entry, index) => !isRemoved(entry, index))
    if (left.length === 0) queues.delete(name)
    else queues.set(name, left)
    if (left[0] !== first) left[0]?.grant()
  }

  return {
    /** Calls `grant` when `holder` has the lock. */
    lock(name: string, holder: Holder, grant: () => void): void {
      const queue = queues.get(name)
      if (queue) queue.push({ holder, grant })
      else {
        queues.set(name, [{ holder, grant }])
        grant()
      }
    },
    unlock(name: string, holder: Holder): void {
      remove(name, (entry, index) => index === 0 && entry.holder === holder)
    },
    /** Releases what a holder that is gone holds or waits for. */
    release(holder: Holder): void {
      for (const name of [...queues.keys()]) remove(name, (entry) => entry.holder === holder)
    },
  }
}

/** The locks of a single process. */
export function createLocalExclusive(): Exclusive {
  const mutexes = createMutexes<symbol>()
  return async (name, act) => {
    const holder = Symbol(name)
    await new Promise<void>((grant) => mutexes.lock(name, holder, grant))
    try {
      return await act()
    } finally {
      mutexes.unlock(name, holder)
    }
  }
}
