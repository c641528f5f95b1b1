import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { EndedStep } from './run-steps.ts'

type Options = {
  /** The result of `measureSlowness`; budgets and times of different runs are compared after dividing by it. */
  slowness: number
  /** The file with the times of the last run. */
  history: string
  hasBudgets: boolean
}

/** By the name of the step. `seconds` is of a machine of the reference's speed. */
type Timings = Record<string, { seconds: number; isOver: boolean }>

/** A step may take a quarter more than its budget, and more than that once. */
const TOLERANCE = 1.25
/** Smaller changes of a step's time are not reported. */
const GROWTH_SECONDS = 10

/** Prints failures, flaky and slow tests, steps and counts; returns the number of failures, steps over budget included. */
export function printSummary(ended: EndedStep[], { slowness, history, hasBudgets }: Options): number {
  const last: Timings = existsSync(history) ? JSON.parse(readFileSync(history, 'utf8')) : {}
  const timings: Timings = {}

  console.log('')
  for (const { name, failures } of ended)
    for (const { title, message } of failures) console.log(`FAILED ${name}: ${title}\n${indent(message)}\n`)
  const flaky = ended.flatMap((step) => step.flaky)
  if (flaky.length > 0) console.log('Flaky:')
  for (const { title, attempts, message } of flaky)
    console.log(`${attempts.map((seconds) => `${seconds.toFixed(1)} s`).join(', then ')}  ${title}\n${indent(message)}`)

  console.log('The ten slowest tests:')
  const slowest = ended.flatMap(({ name, tests }) => tests.map((test) => ({ ...test, step: name })))
  slowest.sort((a, b) => b.seconds - a.seconds)
  for (const { seconds, step, title } of slowest.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${step}: ${title}`)

  console.log(`\nThis machine takes ${slowness.toFixed(2)} times as long as the reference for work of one core.`)
  let overTwice = 0
  const notices: string[] = []
  for (const { name, passed, failed, seconds, budget } of ended) {
    const before = last[name]
    const scaled = seconds / slowness
    const isOver = hasBudgets && budget !== undefined && scaled > budget * TOLERANCE
    timings[name] = { seconds: Math.round(scaled), isOver }
    const growth = before ? Math.round((scaled - before.seconds) * slowness) : 0
    const change = Math.abs(growth) < GROWTH_SECONDS ? '' : `, ${growth > 0 ? '+' : ''}${growth} s since the last run`
    console.log(
      `${failed ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s${change}`,
    )
    if (!isOver) continue
    if (before?.isOver) overTwice += 1
    notices.push(
      `OVER BUDGET ${before?.isOver ? 'for the second time' : 'for the first time'}: ${name} took ${Math.round(seconds)} s; its budget on this machine is ${Math.round(budget * slowness)} s.`,
    )
  }
  writeFileSync(history, JSON.stringify(timings, null, 2))
  for (const notice of notices) console.log(notice)

  const sum = (key: 'passed' | 'failed') => ended.reduce((total, count) => total + count[key], 0)
  const failed = sum('failed') + overTwice
  console.log(`${Math.round(sumOf(ended.map(({ seconds }) => seconds)))} s of steps`)
  console.log(`${sum('passed')} passed, ${failed} failed`)
  return failed
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ')
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
