import { useQuery } from '@tanstack/react-query'
import { letterQuery } from '../../data/owner/letters.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { isEditable } from './letter-state.tsx'
import { useDuplicateLetter } from './use-duplicate-letter.ts'

/** Above the text of a letter that is scheduled, or that subscribers have got. */
export function LetterNotice({ id }: { id: number }) {
  const { data: letter } = useQuery(letterQuery(id))
  const { moment } = useDates()
  const duplicate = useDuplicateLetter()
  if (!letter || letter.state === 'draft') return null
  const text = isEditable(letter)
    ? `This letter is sent on ${letter.scheduledAt ? moment(letter.scheduledAt) : 'its date'}, with the text as it is then.`
    : letter.startedAt
      ? `This letter was sent on ${moment(letter.startedAt)}; changes do not reach anybody.`
      : 'This letter was cancelled; changes do not reach anybody.'
  return (
    <section
      aria-label="Sending"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent bg-cream px-4 py-2 text-sm"
    >
      <p role="status" className="min-w-0 grow basis-56">
        {text}
      </p>
      {!isEditable(letter) && (
        <ToolButton disabled={duplicate.isBusy} onClick={() => duplicate.run(id)}>
          Duplicate
        </ToolButton>
      )}
    </section>
  )
}
