import { ChartLine, Table2 } from 'lucide-react'
import { type ReactNode, Suspense, startTransition, useEffect, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { whenIdle } from '../kit/when-idle.ts'
import { NumberTable, type NumberTableProps } from './number-table.tsx'

type ChartPanelProps = NumberTableProps & { title: string; description: string; chart: ReactNode }

/**
 * A chart, and the same numbers as a table. Those who hear the page get the table at any time; those who see it choose.
 */
export function ChartPanel({ title, description, chart, ...table }: ChartPanelProps) {
  const [isTable, setIsTable] = useState(false)
  const isDrawn = useIdleOnce()
  return (
    <Panel
      title={title}
      description={description}
      className="min-w-0"
      actions={
        <ToolButton tone="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {isTable ? (
            <ChartLine aria-hidden="true" className="size-4" />
          ) : (
            <Table2 aria-hidden="true" className="size-4" />
          )}
          Show as table
          <span className="sr-only">: {title}</span>
        </ToolButton>
      }
    >
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
        <section tabIndex={0} aria-label={`${title}, as a table`} className="h-[300px] overflow-auto">
          <NumberTable {...table} />
        </section>
      ) : (
        <>
          <div aria-hidden="true" className="h-[300px]">
            {isDrawn ? (
              <Suspense fallback={<Skeleton className="h-full" />}>{chart}</Suspense>
            ) : (
              <Skeleton className="h-full" />
            )}
          </div>
          {isDrawn && (
            <div className="relative h-0 overflow-hidden">
              <div className="sr-only">
                {/* Only screen readers get this table, so no column is hidden. */}
                <NumberTable {...table} main={undefined} />
              </div>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

/** Drawing and the hidden tables take longer than everything else of the page, which is painted first. */
function useIdleOnce(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIsIdle(true))), [])
  return isIdle
}
