import { useQuery } from '@tanstack/react-query'
import { type Rule, type RuleGroup, type RuleState, ruleGroups, ruleStates } from '../../../contract/app/rules.ts'
import { rulesQuery } from '../../data/owner/rules.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { RuleItem } from './rule-item.tsx'

/** The rules that the owner lives under: those that wait for her first, then the kept ones by group. */
export function RulesTab() {
  const query = useQuery(rulesQuery())
  return (
    <>
      <TabHeader
        title="Rules"
        description="What your programs, the law and your own pages ask of this site, and whether it is so now. This is no legal advice."
      />
      <LoadFailure query={query}>The rules could not be loaded.</LoadFailure>
      {query.isPending && (
        <div role="status" className="space-y-4">
          <span className="sr-only">Loading the rules…</span>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {query.data && <Rules rules={query.data} />}
    </>
  )
}

const groups = Object.keys(ruleGroups) as RuleGroup[]

function Rules({ rules }: { rules: Rule[] }) {
  const inState = (state: RuleState) => rules.filter((rule) => rule.state === state)
  const open = [...inState('broken'), ...inState('needs-you')]
  const [unknown, kept] = [inState('unknown'), inState('kept')]
  return (
    <div className="space-y-4">
      {open.length === 0 ? (
        <StatusMessage tone="success">
          {unknown.length === 0 ? 'Every rule is kept.' : 'Every rule that could be checked is kept.'}
        </StatusMessage>
      ) : (
        <Panel title={open.length === 1 ? '1 rule needs you' : `${open.length} rules need you`}>
          <RuleList label="Rules that need you" rules={open} isGroupNamed />
        </Panel>
      )}
      {unknown.length > 0 && (
        <Panel title={ruleStates.unknown}>
          <RuleList label={ruleStates.unknown} rules={unknown} isGroupNamed />
        </Panel>
      )}
      {groups.map((group) => {
        const ofGroup = kept.filter((rule) => rule.group === group)
        const title = `Kept: ${ruleGroups[group]}`
        return (
          ofGroup.length > 0 && (
            <Panel key={group} title={title}>
              <RuleList label={title} rules={ofGroup} />
            </Panel>
          )
        )
      })}
    </div>
  )
}

type RuleListProps = { label: string; rules: Rule[]; isGroupNamed?: boolean }

function RuleList({ label, rules, isGroupNamed = false }: RuleListProps) {
  return (
    <ul aria-label={label} className="-my-4 divide-y divide-line">
      {rules.map((rule) => (
        <RuleItem key={`${rule.group} ${rule.key}`} rule={rule} isGroupNamed={isGroupNamed} />
      ))}
    </ul>
  )
}
