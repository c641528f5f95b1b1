import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useQueries } from '../../environment.tsx'
import { Comparison } from '../kit/comparison.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { abbreviateUnchanged, diffWords } from '../kit/word-diff.ts'
import type { EditorKind } from './editor-kind.ts'
import { fieldText } from './field-labels.ts'
import { differences, type FieldName, labelOf, type PostFields } from './post-fields.ts'

type Side = { label: string; fields: PostFields }

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

type CompareDialogProps = {
  isOpen: boolean
  kind: EditorKind
  title: string
  before: Side
  after: Side
  onClose: () => void
  footer: ReactNode
}

/** A comparison of two versions of a post. */
export function CompareDialog({ isOpen, kind, title, before, after, onClose, footer }: CompareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      title={title}
      onClose={onClose}
      size="large"
      footer={
        <>
          <ToolButton onClick={onClose}>Close</ToolButton>
          {footer}
        </>
      }
    >
      <FieldComparison kind={kind} before={before} after={after} />
    </Dialog>
  )
}
