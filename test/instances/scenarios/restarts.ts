import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../fleet.ts'

/** Milliseconds after an instance is ready until the next one is stopped: the proxies notice it within one second. */
const NOTICED = 2000

/** Stops and starts each instance in turn, waiting until it is ready. */
export async function rollingRestart({ instances }: Fleet): Promise<void> {
  for (const instance of instances) {
    await instance.stop()
    await instance.start()
    await sleep(NOTICED)
  }
}

/** Replaces each instance in turn by the version of another checkout, waiting until it is ready. */
export async function rollingUpgrade(fleet: Fleet, checkout: string): Promise<void> {
  for (const number of fleet.instances.keys()) {
    await fleet.upgrade(number, checkout)
    await sleep(NOTICED)
  }
}
