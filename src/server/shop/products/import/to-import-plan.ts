import type { ImportQuestion } from '../../../../contract/shop/import-decisions.ts'
import type { ColumnMapping, ImportColumn, ImportCounts, ImportPlan } from '../../../../contract/shop/product-import.ts'
import type { Plan } from './plan-import.ts'
import type { RowQuestion } from './plan-row.ts'
import type { Table } from './read-table.ts'

/** A plan as the owner reviews it. */
export function toImportPlan(
  { hash, rows, questions }: Plan,
  { table, mapping }: { table: Table; mapping: ColumnMapping },
): ImportPlan {
  const counts: ImportCounts = { create: 0, update: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return { plan: hash, columns: toColumns(table, mapping), counts, questions: countQuestions(questions), rows }
}

const SAMPLES = 3

function toColumns({ header, rows }: Table, mapping: ColumnMapping): ImportColumn[] {
  const samplesOf = (index: number) => {
    const samples: string[] = []
    for (const { cells } of rows) {
      const text = cells[index]?.trim()
      if (text) samples.push(text.slice(0, 80))
      if (samples.length === SAMPLES) break
    }
    return samples
  }
  return header.map((text, index) => ({ header: text, samples: samplesOf(index), field: mapping[index] ?? null }))
}

/** The questions of all rows, each once with the number of its rows. */
function countQuestions(questions: RowQuestion[]): ImportQuestion[] {
  const groups = Map.groupBy(questions, (question) =>
    question.kind === 'sign' ? `sign ${question.sign}` : question.kind,
  )
  return [...groups.values()].map((group): ImportQuestion => {
    const counts = { rows: group.length, open: group.filter(({ decision }) => decision === undefined).length }
    const [first] = group
    if (first?.kind !== 'sign') return { kind: first!.kind, ...counts }
    const currencies = group.flatMap((question) => (question.kind === 'sign' ? question.currencies : []))
    return { kind: 'sign', sign: first.sign, currencies: [...new Set(currencies)], ...counts }
  })
}
