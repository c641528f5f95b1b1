import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RecordedResponse } from './baseline-server.ts'
import type { ClickLoad, ClickLoadResult } from './click-load.ts'
import { BURST, median, STARTS } from './interleaved.ts'
import { type Running, sendClicks, startBaseline, startSite } from './processes.ts'
import type { Content } from './vs-baseline.ts'

/** Maximum click throughput. The site responds after the click is durable, the baseline server immediately. */
export async function measureClicks(note: (line: string) => void, { name, dataDir }: Content): Promise<void> {
  const site = await startSite({ TRUST_PROXY: '1' }, dataDir)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'dewlight-bench-')), 'answers.json')
  const answer: RecordedResponse = {
    status: 202,
    // Without a content-length the response would be chunked, which the load generator does not parse.
    headers: { 'content-type': 'application/json', 'content-length': '2' },
    base64: Buffer.from('{}').toString('base64'),
  }
  writeFileSync(file, JSON.stringify({ '/api/analytics/click': answer }))
  const baseline = await startBaseline(file)
  try {
    const pairs: { own: number; other: number; p50: number; p99: number }[] = []
    for (let round = 0; round <= STARTS; round++) {
      const [own, other] = [await sendClicks(clickLoad(site, round)), await sendClicks(clickLoad(baseline, round))]
      if (own.others > 0) throw new Error(`${own.others} clicks failed`)
      // The first round warms up.
      if (round > 0) pairs.push({ own: rateOf(own), other: rateOf(other), p50: own.p50, p99: own.p99 })
    }
    const at = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value))
    note(
      `\n## Clicks, from 200 connections, each answered when it is durable, ${name}\n\n| site, clicks/s | baseline node:http, req/s | ratio | p50, ms | p99, ms |\n|---|---|---|---|---|\n| ${Math.round(at((pair) => pair.own))} | ${Math.round(at((pair) => pair.other))} | ${at((pair) => pair.own / pair.other).toFixed(2)} | ${at((pair) => pair.p50)} | ${at((pair) => pair.p99)} |`,
    )
  } finally {
    await baseline.stop()
    await site.stop()
    rmSync(path.dirname(file), { recursive: true, force: true })
  }
}

function rateOf({ acknowledged, seconds }: ClickLoadResult): number {
  return acknowledged.reduce((sum, count) => sum + count, 0) / seconds
}

function clickLoad({ origin }: Running, round: number): ClickLoad {
  return {
    port: Number(new URL(origin).port),
    connections: 200,
    duration: BURST,
    rate: 20_000,
    prefix: `bench-${round}`,
    productIds: [1, 2, 3],
    postIds: [1, 2, 3],
  }
}
