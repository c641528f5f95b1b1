import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { auditAreas } from '../../../contract/accounts/audit.ts'
import { type SettingKey, settingsSections } from '../../../contract/accounts/setting-fields.ts'
import { auditQuery } from '../../data/owner/audit.ts'
import { settingsQuery } from '../../data/owner/settings.ts'
import { Link, useParams, useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { controlClass } from '../kit/form-fields.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { useDates } from '../kit/use-dates.ts'
import { useListState } from '../kit/use-list-state.ts'
import { MenusSection } from '../menus/menus-section.tsx'
import { BackupsSection } from './backups-section.tsx'
import { JobsSection } from './jobs-section.tsx'
import { MailSection } from './mail-section.tsx'
import { NetworksSection } from './networks-section.tsx'
import { PersonalDataSection } from './personal-data-section.tsx'
import { SecuritySection } from './security-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { VerificationSection } from './verification/verification-section.tsx'

/** Sections that are not made of setting fields. */
const others: { name: string; label: string; content: ComponentType }[] = [
  { name: 'menus', label: 'Menus', content: MenusSection },
  { name: 'verification', label: 'Verification', content: VerificationSection },
  { name: 'security', label: 'Account & security', content: SecuritySection },
  { name: 'mail', label: 'Mail', content: MailSection },
  { name: 'networks', label: 'Conversion networks', content: NetworksSection },
  { name: 'backups', label: 'Backups', content: BackupsSection },
  { name: 'personal-data', label: 'Personal data', content: PersonalDataSection },
  { name: 'jobs', label: 'Background work', content: JobsSection },
  { name: 'activity', label: 'Activity', content: ActivitySection },
]

const fieldSections = Object.entries(settingsSections).map(([name, { fields, ...section }]) => ({
  ...section,
  name,
  keys: Object.keys(fields) as SettingKey[],
}))
const all = [...fieldSections, ...others]
const hrefOf = (name: string) => `/admin/settings/${name}`

export function SettingsTab() {
  const { id = all[0]?.name } = useParams()
  const { navigate } = useRouter()
  const fields = fieldSections.find(({ name }) => name === id)
  const Other = others.find(({ name }) => name === id)?.content
  return (
    <>
      <TabHeader title="Settings" description="What is saved here is on the site at once." />
      <div className="grid gap-6 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8">
        <label className="md:hidden">
          <span className="sr-only">Section</span>
          <select
            value={id}
            onChange={(event) => navigate(hrefOf(event.target.value), { stay: true })}
            className={controlClass}
          >
            {all.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <nav aria-label="Sections of the settings" className="max-md:hidden">
          <ul className="sticky top-4 space-y-0.5">
            {all.map(({ name, label }) => (
              <li key={name}>
                <Link
                  href={hrefOf(name)}
                  aria-current={name === id ? 'page' : undefined}
                  className="flex min-h-10 items-center rounded-lg px-3 text-sm font-semibold text-ink-soft hover:bg-cream hover:text-ink aria-[current]:bg-cream aria-[current]:text-accent-darker"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0 max-w-3xl space-y-6">
          {fields && <FieldsSection key={fields.name} section={fields} />}
          {Other && <Other />}
          {!fields && !Other && <StatusMessage>There is no such section.</StatusMessage>}
        </div>
      </div>
    </>
  )
}

function FieldsSection({ section }: { section: (typeof fieldSections)[number] }) {
  const settings = useQuery(settingsQuery())
  const queryClient = useQueryClient()
  if (settings.isPending)
    return (
      <div role="status" className="space-y-6">
        <span className="sr-only">Loading the settings…</span>
        {section.keys.map((key) => (
          <Skeleton key={key} className="h-16 w-full" />
        ))}
      </div>
    )
  return (
    <>
      <LoadFailure query={settings}>The settings could not be loaded.</LoadFailure>
      {settings.data && (
        <Panel title={section.label} description={section.description}>
          <SettingsForm
            label={section.label}
            keys={section.keys}
            current={settings.data}
            onSaved={(saved) => queryClient.setQueryData(settingsQuery().queryKey, saved)}
          />
        </Panel>
      )}
    </>
  )
}

const areaOptions = [
  ['', 'Everything'],
  ...Object.entries(auditAreas).map(([area, { label }]) => [area, label] as const),
] as const

/** The audit trail, newest first. */
function ActivitySection() {
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
