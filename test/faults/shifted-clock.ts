/** Loaded into every process of the site (`--import`): moves its clock by the milliseconds in the file `CLOCK_FILE`. */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_FILE
const RealDate = Date
let shift = 0

if (file) {
  const look = () => {
    try {
      shift = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // The file is being written.
    }
  }
  look()
  setInterval(look, 20).unref()
  const now = () => RealDate.now() + shift
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, newTarget) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
