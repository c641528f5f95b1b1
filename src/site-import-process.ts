import { pino } from 'pino'
import { DECODED_AT_ONCE } from './server/app/site-import/import-pictures.ts'
import { type ImportProcessData, takeStep } from './server/app/site-import/import-step.ts'
import { createImageStore } from './server/content/images/image-store.ts'
import { connect } from './server/platform/db/connect.ts'
import { createGuardedRequest } from './server/platform/http/guarded-request.ts'
import { runAsProcess } from './server/platform/jobs/run-in-process.ts'
import { openStorage } from './server/platform/storage/open-storage.ts'

/** Ten times the usual limit, since its threads wait for a core that nothing else uses. */
const DECODE_SECONDS_MAX = 600

await runAsProcess(async ({ config, work }: ImportProcessData, { signal, exclusive, reportProgress }) => {
  const log = pino({ level: config.logLevel })
  const db = connect({ ...config, isBulk: true })
  const media = openStorage(config, (error) => log.error({ err: error }, 'the media storage could not be reached'))
  try {
    const options = {
      db,
      dataDir: config.dataDir,
      images: createImageStore(media, { exclusive, atOnce: DECODED_AT_ONCE.site, secondsMax: DECODE_SECONDS_MAX }),
      media,
      guardedRequest: createGuardedRequest({ userAgent: `Dewlight (${config.origin})` }),
      clock: () => new Date(),
      log,
    }
    await takeStep(options, work, { signal, reportProgress })
  } finally {
    await db.destroy()
  }
})
