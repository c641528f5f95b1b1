import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Milliseconds until the promise settles, counted in sleeps of 20 ms: a busy machine prolongs these like the timers of what
 * is measured, and a pause of the process counts once.
 */
export async function tookInSleeps(promise: Promise<unknown>): Promise<number> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  let sleeps = 0
  for (; !isSettled; sleeps++) await sleep(20)
  return sleeps * 20
}
