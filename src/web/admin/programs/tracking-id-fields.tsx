import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { menuDestinationsQuery } from '../../data/owner/menus.ts'
import { CheckboxField, SelectField, TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { PageButtons } from '../kit/page-buttons.tsx'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { linesOf, type ProgramForm, type ProgramValues } from './program-values.ts'

/** Posts with a tracking ID may be a thousand, each with a list of all IDs. */
const PAGE = 25

/** Gives the tracking IDs of the program to posts and categories. */
export function TrackingIdFields({ form }: { form: ProgramForm }) {
  const headingId = useId()
  const assignments = form.watch('assignments')
  const trackingIds = linesOf(form.watch('trackingIds'))
  const change = (next: typeof assignments) => form.setValue('assignments', next, { shouldDirty: true })
  const error = form.formState.errors.assignments
  const [chosen, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(assignments.length / PAGE))
  const page = Math.min(chosen, pages)
  const first = (page - 1) * PAGE
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line p-4">
      <h3 id={headingId} className="text-base">
        Tracking IDs of posts
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        In a post, or in the posts of a category, links get its tracking ID. All others keep the ID that they have.
        Sales reported with the ID of a post belong to that post, earlier ones too; those of other IDs are shown as
        shared.
      </p>
      {!form.watch('allowsSubIds') && <AutomaticField form={form} />}
      {error && <p className="mb-3 text-sm font-medium text-alert-deep">{error.message ?? 'Please check the list.'}</p>}
      {assignments.length > 0 && (
        <ul aria-label="Tracking IDs of posts" className="mb-4 space-y-3">
          {assignments.slice(first, first + PAGE).map((assignment, offset) => {
            const index = first + offset
            return (
              <AssignmentRow
                key={`${assignment.kind} ${assignment.id}`}
                assignment={assignment}
                trackingIds={trackingIds}
                onChange={(next) => change(assignments.with(index, { ...next, isAutomatic: false }))}
                onRemove={() => change(assignments.toSpliced(index, 1))}
              />
            )
          })}
        </ul>
      )}
      <PageButtons label="Pages of tracking IDs" {...{ page, pages }} onChange={setPage} />
      {trackingIds.length === 0 ? (
        <p className="text-sm text-ink-soft">Enter tracking IDs above first.</p>
      ) : (
        <Search
          isGiven={(kind, id) => assignments.some((one) => one.kind === kind && one.id === id)}
          onChoose={(one) => {
            const used = new Set(assignments.map(({ trackingId }) => trackingId))
            const free = trackingIds.find((trackingId) => !used.has(trackingId)) ?? trackingIds[0]!
            change([...assignments, { ...one, trackingId: free, isAutomatic: false }])
            setPage(Math.ceil((assignments.length + 1) / PAGE))
          }}
        />
      )}
    </section>
  )
}

function AutomaticField({ form }: { form: ProgramForm }) {
  return (
    <CheckboxField
      {...form.register('givesTrackingIds')}
      className="mb-4"
      label="Give free tracking IDs to posts automatically"
      hint="Each ID of the list that no link carries yet and no sale was reported with goes to one public post, those with the most clicks first: now, and every night for new IDs and posts. A post keeps its ID, also when you turn this off. An ID with sales is never given to another post automatically, even if you remove it here."
    />
  )
}

type Assignment = ProgramValues['assignments'][number]
type AssignmentRowProps = {
  assignment: Assignment
  trackingIds: string[]
  /** A changed one is the owner's own. */
  onChange: (assignment: Assignment) => void
  onRemove: () => void
}

function AssignmentRow({ assignment, trackingIds, onChange, onRemove }: AssignmentRowProps) {
  return (
    <li className="flex flex-wrap items-end gap-2">
      <SelectField
        optional={null}
        label={`${assignment.name} (${assignment.kind}${assignment.isAutomatic ? ', given automatically' : ''})`}
        className="min-w-0 flex-1 basis-40"
        value={assignment.trackingId}
        onChange={(event) => onChange({ ...assignment, trackingId: event.target.value })}
      >
        {[...new Set([...trackingIds, assignment.trackingId])].map((trackingId) => (
          <option key={trackingId}>{trackingId}</option>
        ))}
      </SelectField>
      {assignment.isAutomatic && (
        <ToolButton onClick={() => onChange(assignment)}>
          Take over<span className="sr-only">: {assignment.name}</span>
        </ToolButton>
      )}
      <IconButton label={`Remove ${assignment.name}`} onClick={onRemove}>
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </li>
  )
}

type Chosen = { kind: 'post' | 'category'; id: number; name: string }
type SearchProps = { isGiven: (kind: string, id: number) => boolean; onChoose: (chosen: Chosen) => void }

function Search({ isGiven, onChoose }: SearchProps) {
  const [text, setText] = useState('')
  const term = useDeferredValue(text.trim())
  const query = useQuery({ ...menuDestinationsQuery(term), enabled: term !== '', placeholderData: keepPreviousData })
  const found = (query.data ?? []).flatMap(({ target, name }): Chosen[] =>
    (target.kind === 'post' || target.kind === 'category') && !isGiven(target.kind, target.id)
      ? [{ kind: target.kind, id: target.id, name }]
      : [],
  )
  return (
    <>
      <TextField
        optional={null}
        label="Add a post or category"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <LoadFailure query={query}>The posts could not be loaded.</LoadFailure>
      {term !== '' && (
        <ul aria-label="Found" className="mt-2 max-h-56 overflow-y-auto rounded-lg border border-line">
          {found.map((one) => (
            <li key={`${one.kind} ${one.id}`} className="border-b border-line/70 last:border-0">
              <button
                type="button"
                onClick={() => {
                  onChoose(one)
                  setText('')
                }}
                className="flex min-h-11 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-cream"
              >
                <span dir="auto" className="min-w-0 wrap-anywhere">
                  {one.name}
                </span>
                <span className="shrink-0 text-sm text-ink-soft">{one.kind === 'post' ? 'Post' : 'Category'}</span>
              </button>
            </li>
          ))}
          {found.length === 0 && !query.isPending && (
            <li className="px-3 py-3 text-sm text-ink-soft">No other post or category has this name.</li>
          )}
        </ul>
      )}
    </>
  )
}
