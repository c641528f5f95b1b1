import { spawn } from 'node:child_process'

export type CommandPlace = { dataDir: string; databaseUrl: string | undefined; env?: Record<string, string> }

/** Runs a command of the operator as a process. `said` is its output; `killAfterMs` ends it like `kill -9`. */
export async function runCommand(
  args: string[],
  { dataDir, databaseUrl, env }: CommandPlace,
  killAfterMs?: number,
): Promise<{ code: number | null; said: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    env: { ...inherited, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  return { code, said: said.trim() }
}
