import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useQueries } from '../../environment.tsx'
import { useDates } from '../kit/use-dates.ts'
import { fieldText } from './field-labels.ts'
import { differences, type FieldName, fieldLabels, type PostFields } from './post-fields.ts'
import { abbreviateUnchanged, type DiffPart, diffWords } from './word-diff.ts'

export type Side = { label: string; fields: PostFields }

type FieldComparisonProps = {
  before: Side
  after: Side
  /** Rendered next to each field's name. */
  choice?: (name: FieldName) => ReactNode
}

/** A word diff of each field in which two versions of a post differ. */
export function FieldComparison({ before, after, choice }: FieldComparisonProps) {
  const { data: categories = [] } = useQuery(useQueries().categories())
  const { moment } = useDates()
  const rows = useMemo(() => {
    const context = { categories, moment }
    return differences(before.fields, after.fields).map((name) => {
      const [old, current] = [fieldText(before.fields, name, context), fieldText(after.fields, name, context)]
      // With equal text, only the markup differs: the HTML itself is compared.
      const isMarkupOnly = name === 'content' && old === current
      const parts = isMarkupOnly ? diffWords(before.fields.content, after.fields.content) : diffWords(old, current)
      return { name, isMarkupOnly, parts: abbreviateUnchanged(parts) }
    })
  }, [before.fields, after.fields, categories, moment])

  if (rows.length === 0) return <p className="text-ink-soft">There is no difference.</p>
  return (
    <>
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span>
          <del className="rounded bg-alert/15 px-1 text-alert-deep">Only here</del> {before.label}
        </span>
        <span>
          <ins className="rounded bg-good-pale px-1 text-good-deep no-underline">Only here</ins> {after.label}
        </span>
      </p>
      <dl className="space-y-4">
        {rows.map(({ name, isMarkupOnly, parts }) => (
          <div key={name} className="rounded-lg border border-line bg-white p-3">
            <dt className="flex flex-wrap items-center justify-between gap-2 text-sm font-semibold">
              <span>
                {fieldLabels[name]}
                {isMarkupOnly && <span className="font-normal text-ink-soft"> (same words, other formatting)</span>}
              </span>
              {choice?.(name)}
            </dt>
            <dd
              className={`mt-1 max-h-80 overflow-y-auto text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap ${isMarkupOnly ? 'font-mono text-xs' : ''}`}
            >
              <Parts parts={parts} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Parts({ parts }: { parts: DiffPart[] }) {
  let at = 0
  return parts.map(({ text, kind }) => {
    const key = `${at} ${kind}`
    at += text.length
    if (kind === 'same') return <span key={key}>{text}</span>
    return kind === 'removed' ? (
      <del key={key} className="rounded-sm bg-alert/15 text-alert-deep">
        {text}
      </del>
    ) : (
      <ins key={key} className="rounded-sm bg-good-pale text-good-deep no-underline">
        {text}
      </ins>
    )
  })
}
