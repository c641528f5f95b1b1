/** Milliseconds of processor time of this thread, which do not grow with what else a machine is busy with. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
