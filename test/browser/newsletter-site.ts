import { type APIRequestContext, request } from '@playwright/test'
import { startSmtp, type TestSmtp } from '../smtp-server.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'
import { signIn } from './owner.ts'
import { test } from './site-test.ts'

type NewsletterSite = {
  port: number
  /** Available in hooks and bodies of tests only. */
  readonly smtp: TestSmtp
  readonly site: IsolatedSite
}

/**
 * A site for the tests of a file, with the demo and a mail server that stores what it gets: subscribers get newsletters, which
 * other tests would see. Call it at the top of the file.
 */
export function openNewsletterSite(offset: number, { isWithoutNewsletters = false } = {}): NewsletterSite {
  const port = Number(process.env.E2E_PORT ?? 3210) + offset
  let smtp: TestSmtp | undefined
  let site: IsolatedSite | undefined
  test.use({ baseURL: `http://localhost:${port}` })

  test.beforeAll(async () => {
    test.setTimeout(90_000)
    smtp = await startSmtp()
    site = await startIsolatedSite(port, { env: { SMTP_URL: smtp.url } })
    if (!isWithoutNewsletters) return
    const api = await request.newContext({ baseURL: site.origin })
    await signIn(api)
    await deleteNewsletters(api)
    await api.dispose()
  })

  test.afterAll(async () => {
    await site?.stop()
    await smtp?.close()
  })

  return {
    port,
    get smtp() {
      return smtp!
    },
    get site() {
      return site!
    },
  }
}

/** Deletes all newsletters of a site, as a signed-in owner; returns their ids. */
export async function deleteNewsletters(api: APIRequestContext): Promise<number[]> {
  const ids: number[] = []
  for (const path of ['/api/newsletters?limit=100', '/api/automatic-newsletters'])
    for (const { id } of (await (await api.get(path)).json()) as { id: number }[]) ids.push(id)
  for (const id of ids) await api.delete(`/api/newsletters/${id}`)
  return ids
}
