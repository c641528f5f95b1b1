import { Circle, CircleCheck } from 'lucide-react'
import type { ChecklistKey, Overview } from '../../../contract/app/overview.ts'
import { submission } from '../../data/mutations.ts'
import { useDismissOnOverview } from '../../data/owner/overview.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

const steps: Record<ChecklistKey, { label: string; href: string }> = {
  name: { label: 'Give the site its name', href: '/admin/welcome' },
  post: { label: 'Publish your first post', href: '/admin/posts/new' },
  product: { label: 'Add your first product', href: '/admin/products' },
  about: { label: 'Say who writes here', href: '/admin/pages' },
  facts: { label: 'Say who is responsible for the site', href: '/admin/settings/facts' },
  mail: { label: 'Set up mail', href: '/admin/settings/mail' },
  verification: {
    label: 'Verify your site at Pinterest and your networks',
    href: '/admin/settings/verification',
  },
  backup: { label: 'See your first backup', href: '/admin/settings/backups' },
}

type Items = NonNullable<NonNullable<Overview['start']>['checklist']>

/** The first things to do on a new site. They tick themselves. */
export function Checklist({ items }: { items: Items }) {
  const dismiss = useDismissOnOverview()
  const done = items.filter(({ isDone }) => isDone).length
  const handleDismiss = () =>
    dismiss.mutate(submission({ body: { checklist: true } }), {
      onError: (error) => toast(adminMessages.actionFailed(error.message)),
    })
  return (
    <Panel
      title="First steps"
      description={`${done} of ${items.length} done`}
      className="md:col-span-2 xl:col-span-8"
      actions={
        <ToolButton tone="quiet" disabled={dismiss.isPending} onClick={handleDismiss}>
          Hide this list
        </ToolButton>
      }
    >
      <ul aria-label="First steps" className="-my-1 grid gap-x-6 sm:grid-cols-2">
        {items.map(({ key, isDone }) => (
          <li key={key} className="flex min-h-10 items-center gap-3">
            {isDone ? (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-good-deep" />
            ) : (
              <Circle aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
            )}
            <Link
              href={steps[key].href}
              className={`underline-offset-4 ${isDone ? 'text-ink-soft line-through' : 'font-semibold text-accent-deep underline'}`}
            >
              {steps[key].label}
              <span className="sr-only">{isDone ? ' (done)' : ' (not done yet)'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
