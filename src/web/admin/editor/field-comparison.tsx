import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useQueries } from '../../environment.tsx'
import { Comparison } from '../kit/comparison.tsx'
import { useDates } from '../kit/use-dates.ts'
import { abbreviateUnchanged, diffWords } from '../kit/word-diff.ts'
import type { EditorKind } from './editor-kind.ts'
import { fieldText } from './field-labels.ts'
import { differences, type FieldName, labelOf, type PostFields } from './post-fields.ts'

export type Side = { label: string; fields: PostFields }

type FieldComparisonProps = {
  kind: EditorKind
  before: Side
  after: Side
  /** Rendered next to each field's name. */
  choice?: (name: FieldName) => ReactNode
}

/** A word diff of each field in which two versions of a post differ. */
export function FieldComparison({ kind, before, after, choice }: FieldComparisonProps) {
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

  return (
    <Comparison
      before={before.label}
      after={after.label}
      fields={rows.map(({ name, isMarkupOnly, parts }) => ({
        key: name,
        label: (
          <>
            {labelOf(name, kind)}
            {isMarkupOnly && <span className="font-normal text-ink-soft"> (same words, other formatting)</span>}
          </>
        ),
        parts,
        choice: choice?.(name),
        isCode: isMarkupOnly,
      }))}
    />
  )
}
