import type { Overview, StoppedNewsletter } from '../../../contract/app/overview.ts'
import { fillWithoutReader } from '../../../contract/audience/merge-fields.ts'
import { newsletterSendHref } from '../newsletters/newsletter-hrefs.ts'

export type NextStep = { text: string; href: string }

/** More than this is a list of duties. */
const STEPS_MAX = 4

const stoppedTexts: Record<StoppedNewsletter['reason'], string> = {
  paused: 'is paused',
  'put-back': 'was not sent',
  delayed: 'is not being sent',
  failed: 'did not reach most readers',
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Lists the tasks that wait for the owner, the most urgent first. */
export function nextSteps({ drafts, scheduled, messages, links, rules, stopped, health }: Overview): NextStep[] {
  const steps: NextStep[] = []
  if (health?.backup.error) steps.push({ text: 'See why the last backup failed', href: '/admin/settings/backups' })
  if (health?.databaseCheck.error)
    steps.push({ text: 'Look at what the check of the database found', href: '/admin/settings/jobs' })
  if (health && health.mail.failed > 0) {
    const mails = counted(health.mail.failed, 'mail', 'mails')
    steps.push({ text: `Look at ${mails} that could not be sent`, href: '/admin/settings/mail' })
  }
  for (const { id, subject, reason } of stopped ?? [])
    steps.push({
      text: `See why “${fillWithoutReader(subject) || 'Untitled'}” ${stoppedTexts[reason]}`,
      href: newsletterSendHref(id),
    })
  const open = rules ? rules.broken + rules.needsYou : 0
  if (open > 0) steps.push({ text: counted(open, 'rule needs you', 'rules need you'), href: '/admin/rules' })
  const broken = links ? links.broken + links.gone : 0
  if (broken > 0)
    steps.push({
      text: counted(broken, 'link is broken', 'links are broken'),
      href: '/admin/links?state=attention',
    })
  if (messages && messages.unread > 0)
    steps.push({
      text: `Read ${counted(messages.unread, 'new message', 'new messages')}`,
      href: '/admin/contacts',
    })
  const draft = drafts?.latest[0]
  if (draft) steps.push({ text: `Finish “${draft.title || 'Untitled'}”`, href: `/admin/posts/${draft.id}` })
  if (scheduled?.count === 0) steps.push({ text: 'Plan your next post', href: '/admin/posts/new' })
  return steps.slice(0, STEPS_MAX)
}
