/** Generates load from a separate process, so that the measured server has a core for itself. Prints one JSON line. */
import type { Load } from './load-options.ts'
import { sendLoad } from './socket-load.ts'

const answer = await sendLoad(JSON.parse(process.argv[2]!) as Load)
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit())
