import { createHook, executionAsyncId, executionAsyncResource } from 'node:async_hooks'

export type TimerSource = { fired: number; stack: string }

/** Counts how often timers that code of `src` arms from now on fire, whatever arms them, by the stack that armed them. */
export function countTimers(): { take(): TimerSource[]; stop(): void } {
  const stacks = new Map<number, string>()
  const fired = new Map<string, number>()
  const hook = createHook({
    init(id, type) {
      if (type !== 'Timeout') return
      // One that arms itself again counts as the first; where that is older, it belongs to an earlier test.
      const isInTimer = executionAsyncResource().constructor.name === 'Timeout'
      const stack = isInTimer ? stacks.get(executionAsyncId()) : stackOfSource()
      if (stack) stacks.set(id, stack)
    },
    before(id) {
      const stack = stacks.get(id)
      if (stack !== undefined) fired.set(stack, (fired.get(stack) ?? 0) + 1)
    },
    destroy: (id) => void stacks.delete(id),
  }).enable()
  return {
    /** Those since the last call, most frequent first. */
    take() {
      const sources = [...fired].map(([stack, times]) => ({ stack, fired: times }))
      fired.clear()
      return sources.toSorted((a, b) => b.fired - a.fired)
    },
    stop: () => void hook.disable(),
  }
}

/** The lines of the current stack that are in `src`. */
function stackOfSource(): string {
  const lines = new Error('armed here').stack?.split('\n') ?? []
  const own = lines.flatMap((line) => /\/src\/(?!\S+[.]test[.])\S+?:\d+/.exec(line)?.[0] ?? [])
  return own.slice(0, 4).join(' < ')
}
