import { needsMailAnswer } from '../../../contract/shop/mail-rules.ts'
import { networks } from '../../../contract/shop/networks.ts'
import { areRulesOutdated, rulesOf } from '../../../contract/shop/program-rules.ts'
import type { Program } from '../../../contract/shop/programs.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { subIdParameterOfProgram } from './program-values.ts'

type ProgramListProps = {
  programs: Program[]
  onEdit: (program: Program) => void
  onDelete: (program: Program) => void
}

/** The programs with the most links first. */
export function ProgramList({ programs, onEdit, onDelete }: ProgramListProps) {
  return (
    <ul aria-label="Programs" className="overflow-hidden rounded-card border border-line bg-white">
      {programs.map((program) => (
        <li
          key={program.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line px-4 py-3 last:border-0"
        >
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
                {program.name}
              </span>
              <CodeBadge program={program} />
            </p>
            <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
              {[networks[program.network].label, countOfLinks(program), hostsLine(program)].filter(Boolean).join(' · ')}
            </p>
            <p className="text-sm text-ink-soft wrap-anywhere">{rulesLine(program)}</p>
            <OutdatedRules program={program} />
          </div>
          <div className="flex shrink-0 gap-1.5">
            <ToolButton onClick={() => onEdit(program)}>
              Edit<span className="sr-only">: {program.name}</span>
            </ToolButton>
            {program.productLinks + program.postLinks === 0 && (
              <ToolButton tone="danger" onClick={() => onDelete(program)}>
                Delete<span className="sr-only">: {program.name}</span>
              </ToolButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function OutdatedRules({ program }: { program: Program }) {
  const { calendarDay } = useDates()
  const rules = rulesOf(program.network, program)
  if (!areRulesOutdated(rules, new Date().toISOString().slice(0, 10))) return null
  return (
    <p className="text-sm font-medium text-alert-deep">
      Its rules were read on {calendarDay(rules.readOn)}, more than 12 months ago. Please read them again.
    </p>
  )
}

function CodeBadge({ program }: { program: Program }) {
  const parameter = subIdParameterOfProgram(program)
  if (parameter) return <StatusBadge tone="good">Codes in {parameter}</StatusBadge>
  if (program.assignments.length > 0) return <StatusBadge tone="waiting">Own tracking IDs</StatusBadge>
  return <StatusBadge tone="quiet">No codes</StatusBadge>
}

function countOfLinks({ productLinks, postLinks }: Program): string {
  const inProducts = `${productLinks.toLocaleString('en-US')} in products`
  return productLinks + postLinks === 0
    ? 'no links'
    : `${(productLinks + postLinks).toLocaleString('en-US')} ${productLinks + postLinks === 1 ? 'link' : 'links'} (${inProducts}, ${postLinks.toLocaleString('en-US')} in posts)`
}

function hostsLine({ hosts }: Program): string {
  return hosts.length > 2 ? `${hosts.slice(0, 2).join(', ')} and ${hosts.length - 2} more` : hosts.join(', ')
}

function rulesLine({ replacesMailLinks, trackingIds, ...program }: Program): string {
  const { disclosure, showsPrices, hidePriceHours } = rulesOf(program.network, program)
  const given = program.assignments.length
  return [
    trackingIds.length > 0 &&
      `Tracking ${trackingIds.length === 1 ? 'ID' : 'IDs'} ${trackingIds.slice(0, 3).join(', ')}`,
    given > 0 && `${given} ${given === 1 ? 'post or category has its own' : 'posts and categories have their own'}`,
    program.givesTrackingIds && 'gives free IDs to posts',
    disclosure && `shows “${disclosure}”`,
    !showsPrices && 'shows no prices',
    showsPrices && hidePriceHours !== null && `hides prices after ${inWords(hidePriceHours)}`,
    replacesMailLinks && 'no links in mails',
    needsMailAnswer(program.network, program.mailAnswer) && 'not asked about links in mails',
    !replacesMailLinks && program.mailAnswer === 'allowed' && 'allows links in mails',
  ]
    .filter(Boolean)
    .join(' · ')
}

function inWords(hours: number): string {
  const [count, unit] = hours > 48 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
