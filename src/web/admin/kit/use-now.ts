import { useEffect, useState } from 'react'

const TICK_MS = 60_000

/** The time, renewed every minute and when the clock passes the moment (ms) that `nextChange` returns. */
export function useNow(nextChange: (now: Date) => number | undefined): Date {
  const [now, setNow] = useState(() => new Date())
  const change = nextChange(now)
  useEffect(() => {
    const next = Math.min(now.getTime() + TICK_MS, change ?? Number.POSITIVE_INFINITY)
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, next - Date.now()))
    return () => clearTimeout(timer)
  }, [change, now])
  return now
}
