import { useQuery } from '@tanstack/react-query'
import { auditQuery } from '../../data/owner/audit.ts'
import { DataTable } from '../kit/data-table.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { activityWords } from './activity-words.ts'

/** Who changed what, newest first. */
export function ActivitySection() {
  const list = useListState()
  const { page, limit } = list.query
  const entries = useQuery(auditQuery({ page, limit }))
  const dates = useDates()
  return (
    <>
      <TabHeader title="Activity" description="Everything that was changed in this dashboard, newest first." />
      <DataTable
        label="Activity"
        list={list}
        query={entries}
        rowName={(entry) => activityWords(entry)}
        errorText="The activity could not be loaded."
        empty={<p>Nothing has been changed yet. From now on every change is listed here.</p>}
        columns={[
          {
            key: 'what',
            header: 'What',
            cell: (entry) => <span className="wrap-anywhere">{activityWords(entry)}</span>,
          },
          { key: 'who', header: 'Who', cell: (entry) => entry.username },
          {
            key: 'when',
            header: 'When',
            cell: (entry) => <time dateTime={entry.at}>{dates.moment(entry.at)}</time>,
            className: 'md:w-52',
          },
        ]}
      />
    </>
  )
}
