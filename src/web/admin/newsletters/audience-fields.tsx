import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { NewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import { sourceLabels } from '../../../contract/audience/subscriber-sources.ts'
import { SubscriberSource } from '../../../contract/audience/subscribers.ts'
import { audienceCountQuery } from '../../data/owner/newsletters.ts'
import { tagsQuery } from '../../data/owner/subscribers.ts'
import { TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { subscribersText } from './newsletter-state.tsx'

type Segment = Extract<NewsletterAudience, { kind: 'segment' }>

type AudienceFieldsProps = {
  audience: NewsletterAudience
  /** The message for a field by its path, such as 'audience.signedUpTo'. */
  errorAt: (path: string) => string | undefined
  onChange: (audience: NewsletterAudience) => void
  /** Also those who chose to get only the digest, who are not counted here. */
  isDigest?: boolean
}

/** All subscribers or a part of them, with how many that are now. */
export function AudienceFields({ audience, errorAt, onChange, isDigest = false }: AudienceFieldsProps) {
  const name = useId()
  /** The conditions stay while the owner compares with everybody. */
  const [kept, setKept] = useState<Segment>({ kind: 'segment' })
  // Another window may have changed the conditions since they were kept.
  const segment = audience.kind === 'segment' ? audience : kept
  const change = (changes: Partial<Segment>) => onChange(withoutEmpty({ ...segment, ...changes }))
  const radio = (kind: NewsletterAudience['kind'], label: string) => (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 text-[0.9375rem]">
      <input
        type="radio"
        name={name}
        checked={audience.kind === kind}
        onChange={() => {
          setKept(segment)
          onChange(kind === 'all' ? { kind } : segment)
        }}
        className="size-5 shrink-0 accent-accent-deep"
      />
      {label}
    </label>
  )
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Who gets it</legend>
      {radio('all', 'All active subscribers')}
      {radio('segment', 'Only those who meet every condition')}
      {audience.kind === 'segment' && (
        <div className="mt-2 space-y-4 border-l-2 border-line pl-4">
          {Object.keys(audience).length === 1 && (
            <p className="text-sm font-medium">No condition is chosen yet, so all active subscribers get it.</p>
          )}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
            <TextField
              optional
              label="Signed up from"
              type="date"
              value={audience.signedUpFrom ?? ''}
              error={errorAt('audience.signedUpFrom')}
              onChange={(event) => change({ signedUpFrom: event.target.value || undefined })}
            />
            <TextField
              optional
              label="Signed up until"
              type="date"
              value={audience.signedUpTo ?? ''}
              error={errorAt('audience.signedUpTo')}
              onChange={(event) => change({ signedUpTo: event.target.value || undefined })}
            />
          </div>
          <Choices
            legend="Where they signed up"
            hint="Owner: added by you. Not known: signed up before this was recorded."
            options={SubscriberSource.options.map((source) => [source, sourceLabels[source]] as const)}
            chosen={audience.sources ?? []}
            onChange={(sources) => change({ sources })}
          />
          <TagChoices audience={audience} errorAt={errorAt} onChange={change} />
        </div>
      )}
      {!isDigest && <AudienceCount audience={audience} />}
    </fieldset>
  )
}

/** A condition without a choice does not restrict. */
function withoutEmpty(segment: Segment): Segment {
  const entries = Object.entries(segment).filter(([, value]) => value !== undefined && value.length > 0)
  return Object.fromEntries(entries) as Segment
}

type TagChoicesProps = Pick<AudienceFieldsProps, 'errorAt'> & {
  audience: Segment
  onChange: (changes: Partial<Segment>) => void
}

function TagChoices({ audience, errorAt, onChange }: TagChoicesProps) {
  const query = useQuery(tagsQuery())
  const { tags: chosen = [], withoutTags = [] } = audience
  const names = [...new Set([...(query.data ?? []).map(({ tag }) => tag), ...chosen, ...withoutTags])]
  const options = names.map((tag) => [tag, tag] as const)
  return (
    <>
      <LoadFailure query={query}>The tags could not be loaded.</LoadFailure>
      {names.length > 0 && (
        <>
          <Choices
            legend="With any of these tags"
            options={options}
            chosen={chosen}
            error={errorAt('audience.tags')}
            onChange={(next) => onChange({ tags: next })}
          />
          <Choices
            legend="Without these tags"
            options={options}
            chosen={withoutTags}
            error={errorAt('audience.withoutTags')}
            onChange={(next) => onChange({ withoutTags: next })}
          />
        </>
      )}
    </>
  )
}

type ChoicesProps<Value extends string> = {
  legend: string
  hint?: string
  options: readonly (readonly [Value, label: string])[]
  chosen: readonly Value[]
  error?: string | undefined
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>({ legend, hint, options, chosen, error, onChange }: ChoicesProps<Value>) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className="mb-1 text-sm font-semibold">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <div className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
        {options.map(([value, label]) => (
          <label key={value} className="flex min-h-10 max-w-full cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
              className="size-5 shrink-0 accent-accent-deep"
            />
            <span className="min-w-0 wrap-anywhere">{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm font-medium text-alert-deep">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Milliseconds without a change before subscribers are counted. */
const PAUSE_MS = 300

function AudienceCount({ audience }: { audience: NewsletterAudience }) {
  const key = JSON.stringify(audience)
  const [settled, setSettled] = useState(audience)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal audience is another object after each render
  useEffect(() => {
    const timer = setTimeout(() => setSettled(audience), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const isValid = NewsletterAudience.safeParse(settled).success
  const query = useQuery({ ...audienceCountQuery(settled), enabled: isValid, placeholderData: (before) => before })
  if (!isValid) return null
  const { data } = query
  return (
    <div className="mt-2">
      <LoadFailure query={query}>The subscribers could not be counted.</LoadFailure>
      <p role="status" className="text-sm text-ink-soft">
        {data === undefined ? (
          query.isPending && 'Counting...'
        ) : (
          <>
            <strong className="text-ink">{subscribersText(data.count)}</strong>
            {data.count > 0 && <span className="wrap-anywhere">, such as {data.examples.slice(0, 3).join(', ')}</span>}
          </>
        )}
      </p>
    </div>
  )
}
