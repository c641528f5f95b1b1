import type { StaticProcessData } from './server/app/site-export/static/write-static.ts'
import { readConfig } from './server/platform/config.ts'
import { runAsProcess } from './server/platform/jobs/run-in-process.ts'
import { exportStaticSite } from './static-site.ts'

await runAsProcess(async (data: StaticProcessData, { signal, reportProgress }) => {
  const config = { ...readConfig(process.env), cdn: undefined }
  await exportStaticSite({ ...data, config, signal, onProgress: reportProgress })
})
