import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { median, STARTS } from './interleaved.ts'
import { copyOfDemo, type Running, startBaseline, startSite } from './processes.ts'

/** Time from the start of the built site on existing data to its first response, compared with a baseline server. */
export async function measureStarts(note: (line: string) => void): Promise<void> {
  const dataDir = await copyOfDemo()
  const file = path.join(dataDir, 'answers.json')
  writeFileSync(file, JSON.stringify({ '/': { status: 200, headers: {}, base64: '' } }))
  const kinds: Record<string, () => Promise<Running>> = {
    'one process': () => startSite({}, dataDir),
    'two processes': () => startSite({ WEB_CONCURRENCY: '2' }, dataDir),
    'baseline node:http': () => startBaseline(file),
  }
  const times: Record<string, number[]> = {}
  try {
    for (let round = 0; round < STARTS; round++)
      for (const [name, start] of Object.entries(kinds)) {
        const started = performance.now()
        const running = await start()
        const answer = await fetch(running.origin)
        times[name] = [...(times[name] ?? []), performance.now() - started]
        await running.stop()
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const baseline = median(times['baseline node:http']!)
  note('\n## Start to the first 200\n\n| what | ms | times the baseline server |\n|---|---|---|')
  for (const [name, values] of Object.entries(times))
    note(`| ${name} | ${Math.round(median(values))} | ${(median(values) / baseline).toFixed(1)} |`)
}
