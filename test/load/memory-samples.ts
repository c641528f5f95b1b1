import { childrenOf, memoryOf } from '../processes.ts'

type Sample = { minute: number; megabytes: number }

/** Samples the resident memory of a primary process and of each worker, and tells whether it is flat. */
export function createMemorySamples(pid: number) {
  const samples = new Map<number, Sample[]>()
  const started = [pid, ...childrenOf(pid)]

  return {
    take(minute: number): string {
      for (const process of [pid, ...childrenOf(pid)]) {
        const ofProcess = samples.get(process) ?? []
        samples.set(process, [...ofProcess, { minute, megabytes: memoryOf(process).rss }])
      }
      return [...samples.values()].map((ofProcess) => `${ofProcess.at(-1)!.megabytes.toFixed(0)} MB`).join(', ')
    },
    /** Workers that were replaced. */
    replaced: () => [...samples.keys()].filter((process) => !started.includes(process)).length,
    /** Returns for each process its growth since `settled` and the slope of the line through all samples since then. */
    trends: (settled: number) =>
      [...samples.values()].map((ofProcess) => {
        const [first, ...rest] = ofProcess.filter(({ minute }) => minute >= settled)
        const last = rest.at(-1) ?? first!
        return { growth: last.megabytes / first!.megabytes, perHour: 60 * slopeOf([first!, ...rest]) }
      }),
  }
}

/** Least squares, in megabytes per minute. */
function slopeOf(samples: Sample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minute = mean(samples.map((sample) => sample.minute))
  const megabytes = mean(samples.map((sample) => sample.megabytes))
  const covariance = mean(samples.map((sample) => (sample.minute - minute) * (sample.megabytes - megabytes)))
  const variance = mean(samples.map((sample) => (sample.minute - minute) ** 2))
  return variance === 0 ? 0 : covariance / variance
}
