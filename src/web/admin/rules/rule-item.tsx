import { type Rule, ruleGroups, ruleStates } from '../../../contract/app/rules.ts'
import { Link } from '../../lib/router.tsx'
import { StatusBadge, type StatusTone } from '../kit/status-badge.tsx'
import { ToolLink } from '../kit/tool-button.tsx'

const tones: Record<Rule['state'], StatusTone> = {
  broken: 'alert',
  'needs-you': 'waiting',
  unknown: 'quiet',
  kept: 'good',
}

/** A rule with its state, how it is kept or what is missing, where, and the button to fix it. */
export function RuleItem({ rule, isGroupNamed }: { rule: Rule; isGroupNamed: boolean }) {
  const { group, title, why, state, detail, places, more, fix } = rule
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge tone={tones[state]}>{ruleStates[state]}</StatusBadge>
          <span className="min-w-0 font-semibold">{title}</span>
        </p>
        <p className="mt-1 text-sm">{detail}</p>
        {places.length > 0 && (
          <ul aria-label={`Where: ${title}`} className="mt-1 text-sm">
            {places.map(({ label, href }) => (
              <li key={`${href} ${label}`}>
                <Link
                  href={href}
                  className="inline-flex min-h-8 items-center font-semibold text-accent-deep underline underline-offset-4"
                >
                  {label}
                </Link>
              </li>
            ))}
            {more > 0 && <li className="text-ink-soft">and {more.toLocaleString('en-US')} more</li>}
          </ul>
        )}
        <p className="mt-1 text-sm text-ink-soft">
          {isGroupNamed && `${ruleGroups[group]}. `}
          {why}
        </p>
      </div>
      {fix && (
        <ToolLink href={fix.href}>
          {fix.label}
          <span className="sr-only">: {title}</span>
        </ToolLink>
      )}
    </li>
  )
}
