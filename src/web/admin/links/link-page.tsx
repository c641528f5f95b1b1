import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type LinkDetails, type LinkUse, linkReasons, linkStates } from '../../../contract/shop/links.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { ApiError } from '../../data/api.ts'
import { linkQuery } from '../../data/owner/links.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { chosenRow } from '../kit/use-selection.ts'
import { explainState, isAlertState, LinkStateBadge } from './link-state.tsx'
import { ReplaceLinkDialog } from './replace-link-dialog.tsx'
import { useLinkActions } from './use-link-actions.ts'

/** One link: its state, where it is used, its redirects and the results of its checks. */
export function LinkPage({ id }: { id: number }) {
  const query = useQuery(linkQuery(id))
  useOpenedName(query.data?.url)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const isUnknown = isMissing || Number.isNaN(id) || (query.isSuccess && !query.data)
  return (
    <>
      <TabHeader title="Affiliate Link">
        <ToolLink href="/admin/links">
          <ArrowLeft aria-hidden="true" className="size-4" />
          All links
        </ToolLink>
      </TabHeader>
      {isUnknown ? (
        <StatusMessage>There is no such link. It may not be used any more.</StatusMessage>
      ) : (
        <LoadFailure query={query}>The link could not be loaded.</LoadFailure>
      )}
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading the link…</span>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {query.data && <Details link={query.data} />}
    </>
  )
}

function Details({ link }: { link: LinkDetails }) {
  const { query } = useRouter()
  const [isReplacing, setIsReplacing] = useState(query.get('replace') === '1')
  const { places, shownIn, chain } = link
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel className="xl:col-span-2">
        <Summary link={link} />
        <Actions link={link} onReplace={() => setIsReplacing(true)} />
      </Panel>
      <Panel title="Where it is used">
        <List label="Where it is used" empty="Nothing uses this link any more.">
          {places.map((place) => (
            <li key={`${place.kind} ${place.id} ${place.place}`} className="py-2">
              <PlaceLink place={place} />
            </li>
          ))}
        </List>
        {shownIn.length > 0 && (
          <>
            <h4 className="mt-4 mb-1 text-sm font-semibold text-ink-soft">With the product, it is also shown in</h4>
            <List label="Also shown in" empty="">
              {shownIn.map(({ kind, id, title }) => (
                <li key={`${kind} ${id}`} className="py-2">
                  <Link href={kind === 'post' ? `/admin/posts/${id}` : `/admin/routines/${id}`} className={linkClass}>
                    {title || 'Untitled'}
                  </Link>
                </li>
              ))}
            </List>
          </>
        )}
      </Panel>
      <Panel title="Redirects of the last check">
        <List label="Redirects" empty="There was no response yet.">
          {chain.map(({ url: hop, status }) => (
            <li key={hop} className="flex gap-3 py-2 text-sm">
              <span className="w-9 shrink-0 font-semibold">{status}</span>
              <span className="min-w-0 wrap-anywhere">{hop}</span>
            </li>
          ))}
        </List>
      </Panel>
      <History checks={link.checks} />
      <ReplaceLinkDialog link={link} isOpen={isReplacing} onClose={() => setIsReplacing(false)} />
    </div>
  )
}

function Summary({ link }: { link: LinkDetails }) {
  const { moment } = useDates()
  const { url, checkedAt, changedAt, clicks, earned } = link
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-4">
          {url}
          <ExternalLink aria-hidden="true" className="ml-1.5 inline size-4" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
        <LinkStateBadge link={link} />
        <span className="text-ink-soft">{explainState(link)}</span>
      </p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">Last checked</dt>
        <dd>{checkedAt ? <time dateTime={checkedAt}>{moment(checkedAt)}</time> : 'Not yet'}</dd>
        {changedAt && (
          <>
            <dt className="text-ink-soft">{linkStates[link.state]} since</dt>
            <dd>
              <time dateTime={changedAt}>{moment(changedAt)}</time>
            </dd>
          </>
        )}
        <dt className="text-ink-soft">Clicks in 30 days</dt>
        <dd>{clicks.toLocaleString('en-US')}</dd>
        <dt className="text-ink-soft">Earned in 12 months</dt>
        <dd>{formatMoney(earned.amount, earned.currency)}</dd>
      </dl>
    </>
  )
}

function Actions({ link, onReplace }: { link: LinkDetails; onReplace: () => void }) {
  const { isBusy, check, takeBack, acknowledge } = useLinkActions()
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ToolButton disabled={isBusy || link.isRequested} onClick={() => check(chosenRow(link))}>
        Check now
      </ToolButton>
      {isAlertState(link.state) &&
        (link.acknowledgedAt ? (
          <ToolButton disabled={isBusy} onClick={() => takeBack(chosenRow(link))}>
            Take acknowledgement back
          </ToolButton>
        ) : (
          <ToolButton disabled={isBusy} onClick={() => acknowledge(chosenRow(link))}>
            Acknowledge
          </ToolButton>
        ))}
      <ToolButton tone="primary" disabled={link.places.length === 0} onClick={onReplace}>
        Replace everywhere…
      </ToolButton>
    </div>
  )
}

function History({ checks }: Pick<LinkDetails, 'checks'>) {
  const { moment } = useDates()
  return (
    <Panel title="Last checks" className="xl:col-span-2">
      <List label="Last checks" empty="It was not checked yet.">
        {checks.map(({ id, at, outcome, reason, status, isCounted }) => (
          <li key={id} className="flex flex-wrap gap-x-4 gap-y-0.5 py-2 text-sm">
            <time dateTime={at} className="w-56 text-ink-soft">
              {moment(at)}
            </time>
            <span className="font-semibold">{linkStates[outcome]}</span>
            <span className="min-w-0 text-ink-soft wrap-anywhere">
              {linkReasons[reason]} {status !== null && `HTTP ${status}.`}
              {!isCounted && ' Not counted: hardly any shop could be reached at that time.'}
            </span>
          </li>
        ))}
      </List>
    </Panel>
  )
}

const linkClass = 'inline-block py-0.5 font-semibold wrap-anywhere underline-offset-4 hover:underline'

const placeNames: Record<LinkUse['place'], string> = {
  link: 'Affiliate link of the product',
  'other-shop': 'Other shop of the product',
  fallback: 'Fallback of the product',
  text: 'Link in the text',
}

function PlaceLink({ place: { kind, id, title, place, isHidden, fallback } }: { place: LinkUse }) {
  return (
    <>
      <Link href={kind === 'product' ? `/admin/products/${id}` : `/admin/posts/${id}`} className={linkClass}>
        {title || 'Untitled'}
      </Link>
      <p className="text-sm text-ink-soft">
        {placeNames[place]}
        {isHidden && ', not shown to readers'}
      </p>
      {fallback && (
        <p className="text-sm wrap-anywhere">
          <span className="text-ink-soft">Readers get the fallback:</span> {fallback}
        </p>
      )}
    </>
  )
}

function List({ label, empty, children }: { label: string; empty: string; children: ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-ink-soft">{empty}</p>
  return (
    <ul aria-label={label} className="-my-2 divide-y divide-line">
      {children}
    </ul>
  )
}
