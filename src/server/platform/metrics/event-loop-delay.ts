import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { type Aggregator, type CollectFunction, Gauge, type Registry } from 'prom-client'

export type EventLoopDelay = {
  /** The mean delay since the last call in milliseconds; call it each second. */
  read(): number
  /** Exports what was sampled since the last scrape. */
  collect(registry: Registry): void
}

type Delays = ReturnType<typeof monitorEventLoopDelay>
type Samples = { count: number; sum: number }

/** In milliseconds. Each sample wakes the process, so that it is only taken while the event loop is busy. */
const RESOLUTION = 20
/** Share of the time between two reads from which the event loop is busy. */
const BUSY = 0.25
/** Sampling ends after as many reads of an idle event loop. */
const IDLE_READS = 5

/**
 * Samples the event loop delay once, for load shedding and for the metrics. `readUtilization` returns the share of the time
 * since its last call in which the event loop was busy.
 */
export function measureEventLoopDelay(readUtilization = createUtilization()): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
  let idleReads = 0
  /** The samples of the histogram that `window` has already. */
  let seen: Samples = { count: 0, sum: 0 }
  let window: Samples = { count: 0, sum: 0 }
  histogram.enable()

  /** Adds the new samples of the histogram to the window. */
  function gather(): void {
    const { count, mean } = histogram
    const sum = count === 0 ? 0 : count * mean
    window = { count: window.count + count - seen.count, sum: window.sum + sum - seen.sum }
    seen = { count, sum }
  }

  function sampleWhileBusy(): void {
    idleReads = readUtilization() > BUSY ? 0 : idleReads + 1
    // Enabling resets the histogram.
    if (idleReads === 0 && histogram.enable()) seen = { count: 0, sum: 0 }
    else if (idleReads === IDLE_READS) histogram.disable()
  }

  return {
    read() {
      gather()
      const milliseconds = window.count === 0 ? 0 : window.sum / window.count / 1e6 - RESOLUTION
      window = { count: 0, sum: 0 }
      sampleWhileBusy()
      return milliseconds
    },
    collect: lagGauges(histogram, () => {
      gather()
      histogram.reset()
      seen = { count: 0, sum: 0 }
    }),
  }
}

function createUtilization(): () => number {
  let used = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, used)
    used = now
    return utilization
  }
}

const LAG = 'nodejs_eventloop_lag'

/** The metrics of prom-client's own histogram, which would sample at rest as well. */
const statistics = [
  { name: 'min', of: ({ min }: Delays) => min, aggregator: 'min' },
  { name: 'max', of: ({ max }: Delays) => max, aggregator: 'max' },
  { name: 'mean', of: ({ mean }: Delays) => mean, aggregator: 'average' },
  { name: 'stddev', of: ({ stddev }: Delays) => stddev, aggregator: 'average' },
  { name: 'p50', of: (histogram: Delays) => histogram.percentile(50), aggregator: 'average' },
  { name: 'p90', of: (histogram: Delays) => histogram.percentile(90), aggregator: 'average' },
  { name: 'p99', of: (histogram: Delays) => histogram.percentile(99), aggregator: 'average' },
] as const

function lagGauges(histogram: Delays, reset: () => void) {
  return (registry: Registry): void => {
    const create = (name: string, help: string, aggregator: Aggregator, collect?: CollectFunction<Gauge>) => {
      registry.removeSingleMetric(name)
      return new Gauge({ name, help, aggregator, registers: [registry], ...(collect && { collect }) })
    }
    // The first of them, since metrics are collected in the order in which they were registered.
    create(`${LAG}_seconds`, 'Event loop delay at this scrape', 'average', async function collect() {
      for (const { of, gauge } of gauges) gauge.set(histogram.count === 0 ? 0 : of(histogram) / 1e9)
      reset()
      const startedAt = performance.now()
      await new Promise(setImmediate)
      this.set((performance.now() - startedAt) / 1000)
    })
    const gauges = statistics.map(({ name, of, aggregator }) => {
      const help = `Event loop delay since the last scrape, while the event loop was busy: ${name}`
      return { of, gauge: create(`${LAG}_${name}_seconds`, help, aggregator) }
    })
  }
}
