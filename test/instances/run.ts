/**
 * `npm run test:instances`: three instances of the built site behind nginx and Caddy over one PostgreSQL, with outages of
 * 20 s, a cut LISTEN connection for a minute and 1,000 requests per second. `-- --short` for the durations of `npm test`;
 * `-- --from <folder>` upgrades from the built checkout of another version; `-- -t nginx` runs the tests whose title
 * contains a word.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    from: { type: 'string' },
    title: { type: 'string', short: 't' },
  },
})
const title = values.title ? ['-t', values.title] : []
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '-c', 'test/instances/vitest.config.ts', ...title],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(values.short ? {} : { INSTANCES: 'full' }),
      ...(values.from ? { INSTANCES_FROM: path.resolve(values.from) } : {}),
    },
  },
)
process.exitCode = status ?? 1
