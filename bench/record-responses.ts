import { request } from 'node:http'
import type { RecordedResponse } from './baseline-server.ts'
import { browser } from './interleaved.ts'
import type { Running } from './processes.ts'

export type Scenario = { name: string; path: string; headers?: Record<string, string>; isFromMany?: boolean }

/** Records the site's responses for the baseline server, by the name of their scenario. */
export async function recordResponses(site: Running, scenarios: Scenario[]): Promise<Record<string, RecordedResponse>> {
  const answers: Record<string, RecordedResponse> = {}
  for (const { name, path: address, headers } of scenarios) {
    answers[`/${encodeURIComponent(name)}`] = await new Promise<RecordedResponse>((resolve, reject) => {
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
