import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Overview } from '../../../contract/app/overview.ts'
import { COMPLAINTS_HELD, type ComplaintCount, complaintLevel } from '../../../contract/audience/complaints.ts'
import { jobTitles } from '../../../contract/platform/jobs.ts'
import { Link } from '../../lib/router.tsx'

type Health = NonNullable<Overview['health']>
type State = 'good' | 'warning' | 'unknown'

/** In milliseconds; a backup is made each night. */
const OLD_BACKUP_MS = 2 * 24 * 60 * 60 * 1000

type HealthLinesProps = { health: Health } & Pick<Overview, 'links' | 'rules' | 'complaints'>

/** Shows a line for each part that keeps the site safe and reachable, with a link to its settings. */
export function HealthLines({ health, links, rules, complaints }: HealthLinesProps) {
  const { problems } = health
  return (
    <ul aria-label="Health" className="-my-2 divide-y divide-line">
      <Line title="Pages" state={problems.length > 0 ? 'warning' : 'good'} href="/admin/settings/jobs">
        {problems.length === 0 ? 'Readers can open the site.' : problems.map(({ sentence }) => sentence).join(' ')}
      </Line>
      <Line title="Backup" {...backupState(health)} href="/admin/settings/backups" />
      <Line title="Mail" {...mailState(health)} href="/admin/settings/mail" />
      {complaints && (
        <Line title="Spam complaints" {...complaintsState(complaints)} href="/admin/automatic-newsletters" />
      )}
      <Line title="Background work" {...jobsState(health)} href="/admin/settings/jobs" />
      {links && <Line title="Affiliate links" {...linksState(links)} href="/admin/links?state=attention" />}
      {rules && <Line title="Rules" {...rulesState(rules)} href="/admin/rules" />}
      {health.policy && <Line title="Privacy policy" {...policyState(health.policy)} />}
      <Line title="Pictures" {...picturesState(health)} />
      <Line title="Database" {...databaseState(health)} href="/admin/settings/jobs" />
    </ul>
  )
}

type Described = { state: State; children: string }

function backupState({ backup: { at, error } }: Health): Described {
  if (error) return { state: 'warning', children: `The last one failed: ${error}` }
  if (!at) return { state: 'unknown', children: 'None yet; the first is made tonight.' }
  const isOld = Date.now() - Date.parse(at) > OLD_BACKUP_MS
  return { state: isOld ? 'warning' : 'good', children: `Made ${formatAge(at)}.` }
}

function mailState({ mail: { isSetUp, failed, fault } }: Health): Described {
  if (fault) return { state: 'warning', children: fault.reply ? `${fault.text} It said: ${fault.reply}` : fault.text }
  if (failed > 0) return { state: 'warning', children: `${failed} could not be sent.` }
  return isSetUp
    ? { state: 'good', children: 'Set up.' }
    : { state: 'unknown', children: 'Not set up: mails are written to a folder.' }
}

function complaintsState({ week, month, isHeld }: NonNullable<Overview['complaints']>): Described {
  const rates = `${rateOf(week)} in the last 7 days, ${rateOf(month)} in 30.`
  if (isHeld) return { state: 'warning', children: `${rates} ${COMPLAINTS_HELD}` }
  if (month.delivered === 0) return { state: 'unknown', children: 'No newsletter was delivered in the last 30 days.' }
  if (complaintLevel(week) === 'fine' && complaintLevel(month) === 'fine') return { state: 'good', children: rates }
  return { state: 'warning', children: `${rates} Mailbox providers want less than 0.1 %.` }
}

const rateOf = ({ delivered, complaints }: ComplaintCount) =>
  delivered === 0
    ? 'none delivered'
    : `${((complaints / delivered) * 100).toFixed(2)} % (${complaints} of ${delivered.toLocaleString('en-US')})`

function jobsState({ failingJobs }: Health): Described {
  if (failingJobs.length === 0) return { state: 'good', children: 'Everything runs.' }
  return { state: 'warning', children: `Failing: ${failingJobs.map(({ name }) => jobTitles[name]).join(', ')}.` }
}

function linksState(links: NonNullable<Overview['links']>): Described {
  const { broken, gone, 'tag-lost': lost, 'out-of-stock': sold } = links
  const parts = [
    [broken + gone, 'link is broken', 'links are broken'],
    [lost, 'link lost its tracking tag', 'links lost their tracking tag'],
    [sold, 'product is out of stock', 'products are out of stock'],
  ] as const
  const found = parts.flatMap(([count, one, many]) => (count === 0 ? [] : `${count} ${count === 1 ? one : many}.`))
  if (found.length === 0) return { state: 'good', children: 'No link needs attention.' }
  return { state: broken + gone + lost > 0 ? 'warning' : 'unknown', children: found.join(' ') }
}

function rulesState({ broken, needsYou }: NonNullable<Overview['rules']>): Described {
  const open = broken + needsYou
  if (open === 0) return { state: 'good', children: 'Every rule is kept.' }
  const need = open === 1 ? '1 rule needs you' : `${open} rules need you`
  return { state: 'warning', children: broken > 0 ? `${need}; ${broken} of them broken now.` : `${need}.` }
}

function policyState({ isOwn, missing }: NonNullable<Health['policy']>): Described & { href: string } {
  if (isOwn) return { state: 'good', children: 'Your own text is shown.', href: '/admin/pages' }
  const href = '/admin/settings/facts'
  if (missing.length === 0) return { state: 'good', children: 'It states who you are and where data goes.', href }
  return {
    state: 'warning',
    children: `The privacy policy does not say who you are yet. Missing: ${missing.join(', ')}.`,
    href,
  }
}

function picturesState({ picturesElsewhere: { posts, products, latest } }: Health): Described & { href: string } {
  const found = [
    ...(posts > 0 ? [counted(posts, 'text', 'texts')] : []),
    ...(products > 0 ? [counted(products, 'product', 'products')] : []),
  ].join(' and ')
  if (!found) return { state: 'good', children: 'All are in the media library.', href: '/admin/media' }
  const example = latest ? ` The last one changed is “${latest.title}”.` : ''
  return {
    state: 'warning',
    children: `Pictures of ${found} are on other sites, which may remove them.${example}`,
    href: latest ? `/admin/posts/${latest.id}` : '/admin/products',
  }
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function databaseState({ databaseCheck: { at, error } }: Health): Described {
  if (error) return { state: 'warning', children: error }
  return at
    ? { state: 'good', children: `Checked ${formatAge(at)}, no damage.` }
    : { state: 'unknown', children: 'Not checked yet; that is done each night.' }
}

const icons = { good: CircleCheck, warning: CircleAlert, unknown: CircleDashed }
const colors = { good: 'text-good-deep', warning: 'text-alert-deep', unknown: 'text-ink-faint' }
const words = { good: 'Fine', warning: 'Needs attention', unknown: 'Not known yet' }

function Line({ title, state, href, children }: { title: string; state: State; href: string; children: ReactNode }) {
  const Icon = icons[state]
  return (
    <li className="flex gap-3 py-2 text-sm">
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${colors[state]}`} />
      <div className="min-w-0 wrap-anywhere">
        <Link href={href} className="-my-1 inline-block py-1 font-semibold underline-offset-4 hover:underline">
          {title}
          <span className="sr-only">: {words[state]}</span>
        </Link>
        <p className={state === 'warning' ? 'text-alert-deep' : 'text-ink-soft'}>{children}</p>
      </div>
    </li>
  )
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR

/** '5 hours ago', for a time of the past. */
function formatAge(time: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000))
  if (minutes < HOUR) return relative.format(-minutes, 'minute')
  return minutes < 2 * DAY
    ? relative.format(-Math.round(minutes / HOUR), 'hour')
    : relative.format(-Math.round(minutes / DAY), 'day')
}
