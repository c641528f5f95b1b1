import { useQuery } from '@tanstack/react-query'
import {
  ConflictChoice,
  IdChoice,
  type ImportDecisions,
  type ImportQuestion,
  RatingChoice,
} from '../../../../contract/shop/import-decisions.ts'
import { useQueries } from '../../../environment.tsx'
import { SelectField } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { conflictChoiceLabels, idChoiceLabels, ratingChoiceLabels, rowCount } from './import-labels.ts'

type DecideQuestionsProps = {
  questions: ImportQuestion[]
  decisions: ImportDecisions
  onDecide: (decisions: ImportDecisions) => void
}

/** Lists what the file leaves open: one decision for all rows with the same question. */
export function DecideQuestions({ questions, decisions, onDecide }: DecideQuestionsProps) {
  return (
    <Panel
      title="What does the file mean?"
      description="Nothing is imported before these questions have a decision."
      className="mb-5"
    >
      <div className="grid gap-5 md:grid-cols-2">
        {questions.map((question) => (
          <Question
            key={question.kind === 'sign' ? `sign ${question.sign}` : question.kind}
            {...{ question, decisions, onDecide }}
          />
        ))}
      </div>
    </Panel>
  )
}

type QuestionProps = { question: ImportQuestion } & Pick<DecideQuestionsProps, 'decisions' | 'onDecide'>

function Question({ question, decisions, onDecide }: QuestionProps) {
  const { data: site } = useQuery(useQueries().site())
  const rows = rowCount(question.rows)
  switch (question.kind) {
    case 'id':
      return (
        <Choice
          label={`An id that is taken here, by a product with another name and link (${rows})`}
          hint="Another program’s ids often happen to be the same. You can decide otherwise at each row below."
          value={decisions.ids}
          options={IdChoice.options.map((choice) => [choice, idChoiceLabels[choice]])}
          onChoose={(value) => onDecide({ ...decisions, ids: value === '' ? undefined : IdChoice.parse(value) })}
        />
      )
    case 'sign':
      return (
        <Choice
          label={`The currency that “${question.sign}” stands for (${rows})`}
          value={decisions.signs[question.sign]}
          options={sortFirst(question.currencies, site?.currency).map((code) => [code, currencyName(code)])}
          onChoose={(value) => onDecide({ ...decisions, signs: withSign(decisions.signs, question.sign, value) })}
        />
      )
    case 'conflict':
      return (
        <Choice
          label={`Two currencies: one in the price, another one for the row (${rows})`}
          value={decisions.conflicts}
          options={ConflictChoice.options.map((choice) => [choice, conflictChoiceLabels[choice]])}
          onChoose={(value) =>
            onDecide({ ...decisions, conflicts: value === '' ? undefined : ConflictChoice.parse(value) })
          }
        />
      )
    case 'ratings':
      return (
        <Choice
          label={`These ratings come with Amazon links. Are they your own? (${rows})`}
          hint="Readers see them as your rating, and Amazon forbids to show those of its customers."
          value={decisions.ratings}
          options={RatingChoice.options.map((choice) => [choice, ratingChoiceLabels[choice]])}
          onChoose={(value) =>
            onDecide({ ...decisions, ratings: value === '' ? undefined : RatingChoice.parse(value) })
          }
        />
      )
  }
}

type ChoiceProps = {
  label: string
  hint?: string
  value: string | undefined
  options: [value: string, label: string][]
  onChoose: (value: string) => void
}

function Choice({ label, hint, value, options, onChoose }: ChoiceProps) {
  return (
    <SelectField
      optional={false}
      label={label}
      hint={hint}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">Please choose</option>
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

function withSign(signs: Record<string, string>, sign: string, code: string) {
  const others = Object.fromEntries(Object.entries(signs).filter(([each]) => each !== sign))
  return code === '' ? others : { ...others, [sign]: code }
}

function sortFirst(codes: string[], first: string | undefined): string[] {
  return codes.toSorted((a, b) => Number(b === first) - Number(a === first))
}

/** 'USD, US Dollar' */
function currencyName(code: string): string {
  return `${code}, ${new Intl.DisplayNames('en', { type: 'currency' }).of(code)}`
}
