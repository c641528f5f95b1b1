import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { copyDemoData, type IsolatedSite, startIsolatedSite } from '../browser/isolated-site.ts'
import { owner } from '../demo-owner.ts'
import { freePort } from '../postgres.ts'
import { sendJson } from './send-json.ts'
import { createVisitor, type Visitor } from './visitor.ts'

type SignedInSite = {
  /** The origin of the site: paths of a `Visitor` are relative to the shared site. */
  readonly origin: string
  readonly owner: Visitor
}

type Options = {
  env?: () => Promise<Record<string, string>>
  /** Changes the copy of the demo before the site starts. */
  prepare?: (database: string) => void
}

/** A site with the demo for one file, for changes that other files would see. Call it at the top of the file. */
export function openIsolatedSite({ env, prepare }: Options = {}): SignedInSite {
  const signedIn = createVisitor()
  let dataDir = ''
  let site: IsolatedSite | undefined

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-isolated-site-'))
    copyDemoData(dataDir)
    prepare?.(path.join(dataDir, 'dewlight.db'))
    const variables = { TRUST_PROXY: '1', ...(await env?.()), DATA_DIR: dataDir }
    site = await startIsolatedSite(await freePort(), { env: variables, keepsData: true })
    const response = await sendJson(signedIn, 'POST', `${site.origin}/api/auth/login`, owner)
    if (response.status !== 200) throw new Error(await response.text())
  })

  afterAll(async () => {
    await site?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    get origin() {
      return site!.origin
    },
    owner: signedIn,
  }
}
