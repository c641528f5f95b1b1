import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SourcePeriod, sourceLabels } from '../../../contract/audience/subscriber-sources.ts'
import { sourcesQuery } from '../../data/owner/subscribers.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'

const periods: Record<SourcePeriod, string> = {
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last year',
  all: 'All time',
}

const columns = [
  ['signedUp', 'Signed up'],
  ['confirmed', 'Confirmed'],
  ['active', 'Active'],
  ['unsubscribed', 'Unsubscribed'],
] as const

/** Where the sign-ups of a period came from, and what has become of them. */
export function SourcesDialog({ onClose }: { onClose: () => void }) {
  const [days, setDays] = useState<SourcePeriod>('90')
  const sources = useQuery(sourcesQuery(days))
  return (
    <Dialog isOpen title="Where they signed up" onClose={onClose}>
      <SelectField
        optional={null}
        label="Time of the sign-up"
        hint="Sign-ups that were not confirmed within 30 days are deleted and not counted."
        value={days}
        onChange={(event) => setDays(SourcePeriod.parse(event.target.value))}
        className="mb-4"
      >
        {SourcePeriod.options.map((period) => (
          <option key={period} value={period}>
            {periods[period]}
          </option>
        ))}
      </SelectField>
      <LoadFailure query={sources}>The sources could not be loaded.</LoadFailure>
      {sources.isPending && <Skeleton className="h-24 w-full" />}
      {sources.data?.length === 0 && <p className="text-sm text-ink-soft">No sign-ups in this time.</p>}
      {sources.data && sources.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        <section aria-label="Sign-ups by source" tabIndex={0} className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-line text-left">
                <th scope="col" className="py-2 pr-4">
                  Source
                </th>
                {columns.map(([key, label]) => (
                  <th key={key} scope="col" className="px-2 py-2 text-right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sources.data.map((row) => (
                <tr key={row.source} className="border-b border-line last:border-0">
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    {sourceLabels[row.source]}
                  </th>
                  {columns.map(([key]) => (
                    <td key={key} className="px-2 py-2 text-right tabular-nums">
                      {row[key].toLocaleString('en-US')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Dialog>
  )
}
