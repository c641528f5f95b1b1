import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Report, readReport } from './reports.ts'

export type Step = {
  name: string
  /** A shell command. */
  command: string
  /** How many cores it keeps busy. */
  cores: number
  env?: Record<string, string>
  /** The JSON report that the command writes. */
  report?: string
  /** Wall seconds that it may take in the gate, on a machine of speed 1 with two cores. */
  budget?: number
}

export type EndedStep = Report & Pick<Step, 'name' | 'budget'> & { seconds: number }

/** Starts the steps in order, each as soon as enough of the cores are free, and resolves with their results in order. */
export async function runInParallel(steps: Step[], cores: number): Promise<EndedStep[]> {
  let free = cores
  const ended: Promise<EndedStep>[] = []
  const running = new Set<Promise<unknown>>()
  for (const step of steps) {
    while (free < Math.min(step.cores, cores)) await Promise.race(running)
    free -= step.cores
    const result = run(step)
    ended.push(result)
    const done = result.then(() => {
      free += step.cores
      running.delete(done)
    })
    running.add(done)
  }
  return Promise.all(ended)
}

async function run({ name, command, env, report, budget }: Step): Promise<EndedStep> {
  const started = performance.now()
  const say = (line: string) => console.log(`[${name}] ${line}`)
  say(command)
  // A report of an earlier run would hide that this one wrote none.
  if (report) rmSync(report, { force: true })
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
  })
  for (const output of [child.stdout, child.stderr]) createInterface(output).on('line', say)
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - started) / 1000
  say(`ended with ${status} after ${Math.round(seconds)} s`)
  return { name, seconds, ...(budget && { budget }), ...resultOf(status, report) }
}

/** A step without a report counts as one test. A step that exits with an error counts at least one failure. */
function resultOf(status: number | null, file: string | undefined): Report {
  const none = { failures: [], flaky: [], tests: [] }
  if (!file) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, ...none }
  const report = existsSync(file) ? readReport(file) : { passed: 0, failed: 0, ...none }
  const isComplete = report.passed + report.failed > 0 && (status === 0 || report.failed > 0)
  return isComplete ? report : { ...report, failed: report.failed + 1 }
}
