import type { ReactNode } from 'react'
import type { DiffPart } from './word-diff.ts'

type ComparedField = {
  key: string
  label: ReactNode
  parts: DiffPart[]
  /** Shown next to the label. */
  choice?: ReactNode
  isCode?: boolean
}

type ComparisonProps = {
  /** Labels of the two versions: 'In the editor now'. */
  before: string
  after: string
  fields: ComparedField[]
}

/** A word diff of each field in which two versions differ. */
export function Comparison({ before, after, fields }: ComparisonProps) {
  if (fields.length === 0) return <p className="text-ink-soft">There is no difference.</p>
  return (
    <>
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
        <span>
          <del className="rounded bg-alert/15 px-1 text-alert-deep">Only here</del> {before}
        </span>
        <span>
          <ins className="rounded bg-good-pale px-1 text-good-deep no-underline">Only here</ins> {after}
        </span>
      </p>
      <dl className="space-y-4">
        {fields.map(({ key, label, parts, choice, isCode }) => (
          <div key={key} className="rounded-lg border border-line bg-white p-3">
            <dt className="flex flex-wrap items-center justify-between gap-2 text-sm font-semibold">
              <span>{label}</span>
              {choice}
            </dt>
            <dd
              className={`mt-1 max-h-80 overflow-y-auto text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap ${isCode ? 'font-mono text-xs' : ''}`}
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
