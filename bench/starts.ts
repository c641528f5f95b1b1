import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { median, STARTS } from './in-turns.ts'
import { copyOfDemo, type Running, startBare, startSite } from './processes.ts'

/** From the start of the built site, on data that is there, to its first page; a bare server beside it. */
export async function measureStarts(note: (line: string) => void): Promise<void> {
  const dataDir = await copyOfDemo()
  const file = path.join(dataDir, 'answers.json')
  writeFileSync(file, JSON.stringify({ '/': { status: 200, headers: {}, base64: '' } }))
  const kinds: Record<string, () => Promise<Running>> = {
    'one process': () => startSite({}, dataDir),
    'two processes': () => startSite({ WEB_CONCURRENCY: '2' }, dataDir),
    'bare node:http': () => startBare(file),
  }
  const times: Record<string, number[]> = {}
  try {
    for (let round = 0; round < STARTS; round++)
      for (const [name, start] of Object.entries(kinds)) {
        const begun = performance.now()
        const running = await start()
        const answer = await fetch(running.origin)
        times[name] = [...(times[name] ?? []), performance.now() - begun]
        await running.stop()
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const bare = median(times['bare node:http']!)
  note('\n## Start to the first 200\n\n| what | ms | times the bare server |\n|---|---|---|')
  for (const [name, values] of Object.entries(times))
    note(`| ${name} | ${Math.round(median(values))} | ${(median(values) / bare).toFixed(1)} |`)
}
