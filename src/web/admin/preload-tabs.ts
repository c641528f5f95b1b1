import { useEffect } from 'react'
import { tabContents } from './tab-contents.ts'
import { tabs } from './tabs.ts'

const IDLE_MS = 2_000

/**
 * Loads the code of the other tabs once the first one is shown, one after the other, so that they open while the
 * connection is down or full of uploads. After a failure the rest is loaded when it is opened.
 */
export function usePreloadedTabs(): void {
  useEffect(() => {
    if (savesData()) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        for (const { name } of tabs) {
          if (isOver) return
          await tabContents[name].preload()
        }
      } catch {
        // The connection failed, which the browser logs.
      }
    }, IDLE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
}

/** The reader's wish for little data, which not every browser tells. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}
