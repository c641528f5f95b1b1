import { useQuery } from '@tanstack/react-query'
import type { SpamRule } from '../../../contract/audience/spam-rules.ts'
import { submission } from '../../data/mutations.ts'
import { spamRulesQuery, useDeleteSpamRule } from '../../data/owner/replies.ts'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

/** Lists what 'Not spam' has taught; renders nothing as long as it has taught nothing. */
export function SpamRules() {
  const rules = useQuery(spamRulesQuery())
  const remove = useDeleteSpamRule()
  const handleRemove = (id: number) => remove.mutate(submission({ params: { id } }))
  if (rules.data?.length === 0) return null
  return (
    <Panel
      title="Learned from “Not spam”"
      description="These are let through although the filter would have caught them."
      className="mt-6"
    >
      <LoadFailure query={rules}>The exceptions could not be loaded.</LoadFailure>
      <ul className="divide-y divide-line">
        {rules.data?.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="min-w-0 wrap-anywhere">{sentenceOf(rule)}</span>
            <ToolButton
              aria-label={`Remove: ${sentenceOf(rule)}`}
              disabled={remove.isPending}
              onClick={() => handleRemove(rule.id)}
            >
              Remove
            </ToolButton>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const allowances: Record<SpamRule['reason'], string> = {
  'hidden-field': 'may fill in the hidden field',
  'too-fast': 'may write fast',
  links: 'may send many links',
}

function sentenceOf({ kind, value, reason }: SpamRule): string {
  return kind === 'host' ? `Links to ${value} do not count` : `${value} ${allowances[reason]}`
}
