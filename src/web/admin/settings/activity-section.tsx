import { useQuery } from '@tanstack/react-query'
import { auditAreas } from '../../../contract/accounts/audit.ts'
import { auditQuery } from '../../data/owner/audit.ts'
import { DataTable } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'

const areaOptions = [
  ['', 'Everything'],
  ...Object.entries(auditAreas).map(([area, { label }]) => [area, label] as const),
] as const

/** The audit trail, newest first. */
export function ActivitySection() {
  const list = useListState(['area'])
  const entries = useQuery(auditQuery(list.query))
  const dates = useDates()
  return (
    <section aria-labelledby="activity">
      <h3 id="activity" className="text-lg">
        Activity
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        Everything that was changed in this dashboard, every sign-in and every failed attempt, newest first.
      </p>
      <ListToolbar list={list} searchLabel="Search the activity">
        <ListFilter list={list} name="area" label="About" options={areaOptions} />
      </ListToolbar>
      <DataTable
        label="Activity"
        list={list}
        query={entries}
        rowName={(entry) => entry.text}
        errorText="The activity could not be loaded."
        empty={<p>Nothing has been changed yet. From now on every change is listed here.</p>}
        columns={[
          {
            key: 'what',
            header: 'What',
            cell: (entry) => (
              <span dir="auto" className="wrap-anywhere">
                {entry.text}
              </span>
            ),
          },
          { key: 'who', header: 'Who', cell: (entry) => entry.username || 'Not signed in' },
          {
            key: 'when',
            header: 'When',
            cell: (entry) => <time dateTime={entry.at}>{dates.moment(entry.at)}</time>,
            className: 'md:w-52',
          },
        ]}
      />
    </section>
  )
}
