import { request } from 'node:http'
import type { BareAnswer } from './bare-server.ts'
import { browser } from './in-turns.ts'
import type { Running } from './processes.ts'

export type Scenario = { name: string; path: string; headers?: Record<string, string>; isFromMany?: boolean }

/** The very answers of the site, for the bare server to send, by the name of their scenario. */
export async function answersOf(site: Running, scenarios: Scenario[]): Promise<Record<string, BareAnswer>> {
  const answers: Record<string, BareAnswer> = {}
  for (const { name, path: address, headers } of scenarios) {
    answers[`/${encodeURIComponent(name)}`] = await new Promise<BareAnswer>((resolve, reject) => {
      request(site.origin + address, { headers: { ...browser, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const {
            date: _date,
            connection: _connection,
            'keep-alive': _alive,
            'transfer-encoding': _coding,
            ...kept
          } = response.headers
          resolve({
            status: response.statusCode!,
            headers: kept as Record<string, string>,
            base64: Buffer.concat(chunks).toString('base64'),
          })
        })
      })
        .on('error', reject)
        .end()
    })
  }
  return answers
}
