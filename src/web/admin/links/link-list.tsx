import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type LinkState, type LinkSummary, linkStates } from '../../../contract/shop/links.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { linksQuery } from '../../data/owner/links.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { DataTable, keepPage } from '../kit/data-table.tsx'
import { ListFilter, ListToolbar } from '../kit/list-toolbar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu.tsx'
import { TabHeader } from '../kit/panel.tsx'
import type { Column } from '../kit/table-parts.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { type ListState, useListState } from '../kit/use-list-state.ts'
import { type Chosen, chosenRow, useSelection } from '../kit/use-selection.ts'
import { hrefOfUse } from './href-of-use.ts'
import { linkMessages } from './link-messages.ts'
import { explainState, isAlerting, LinkStateBadge } from './link-state.tsx'
import { useLinkActions } from './use-link-actions.ts'

/** Every affiliate link of the site, those that need attention first. */
export function LinkList() {
  const list = useListState(['state'])
  const links = useQuery({ ...linksQuery(list.query), placeholderData: keepPage })
  const rows = links.data?.items ?? []
  const selection = useSelection(links.data, list.query)
  const actions = useLinkActions()
  const columns = useColumns(actions)
  const act = (run: (chosen: Chosen) => void) => () => {
    run(selection)
    selection.clear()
  }
  const hasAlerts = selection.isWhole || rows.some((row) => selection.has(row.id) && isAlerting(row))

  return (
    <>
      <TabHeader
        title="Affiliate Links"
        description="Every link that earns, in products and texts, and whether its shop still has the page. A few are checked each night."
      />
      <LinkFilters list={list} />
      <DataTable
        label="Affiliate links"
        many="links"
        list={list}
        query={links}
        rowName={(row) => row.url}
        selection={selection}
        columns={columns}
        bulkActions={
          <>
            <ToolButton onClick={act(actions.check)}>Check now</ToolButton>
            {hasAlerts && <ToolButton onClick={act(actions.acknowledge)}>Acknowledge</ToolButton>}
          </>
        }
        errorText="The links could not be loaded."
        empty={<NoLinks />}
      />
    </>
  )
}

const states = Object.entries(linkStates) as [LinkState, string][]

function LinkFilters({ list }: { list: ListState }) {
  return (
    <ListToolbar list={list} searchLabel="Search links">
      <ListFilter
        list={list}
        name="state"
        label="State"
        options={[['', 'All links'], ['attention', 'Needs attention'], ...states]}
      />
    </ListToolbar>
  )
}

function useColumns(actions: LinkActions): Column<LinkSummary>[] {
  const { day } = useDates()
  return [
    {
      key: 'url',
      header: 'Link',
      isSortable: true,
      className: 'md:w-[30%]',
      cell: (link) => (
        <div className="min-w-0">
          <Link
            href={`/admin/links/${link.id}`}
            className="inline-block min-w-0 py-0.5 font-semibold wrap-anywhere hover:text-accent-darker"
          >
            {link.host.replace(/^www[.]/, '')}
            <span className="block text-[0.8125rem] font-normal">{pathOf(link.url)}</span>
          </Link>
          <p className="text-xs font-normal text-ink-soft wrap-anywhere">{explainState(link)}</p>
        </div>
      ),
    },
    { key: 'state', header: 'State', className: 'md:w-[11.5rem]', cell: (link) => <LinkStateBadge link={link} /> },
    {
      key: 'uses',
      header: 'Used in',
      className: 'md:w-[20%]',
      cell: (link) => <Uses link={link} />,
    },
    {
      key: 'clicks',
      header: 'Clicks, 30 days',
      isNumber: true,
      isHiddenOnPhone: true,
      className: 'md:w-24',
      cell: ({ clicks }) => clicks.toLocaleString('en-US'),
    },
    {
      key: 'earned',
      header: 'Earned, 12 months',
      isNumber: true,
      className: 'md:w-28',
      cell: ({ earned }) => (earned.amount === 0 ? '–' : formatMoney(earned.amount, earned.currency)),
    },
    {
      key: 'checkedAt',
      header: 'Checked',
      isSortable: true,
      isHiddenOnPhone: true,
      className: 'md:w-32',
      cell: ({ checkedAt }) => (checkedAt ? <time dateTime={checkedAt}>{day(checkedAt)}</time> : 'Not yet'),
    },
    {
      key: 'actions',
      header: 'Actions',
      isHiddenOnPhone: true,
      className: 'md:w-20',
      cell: (link) => <LinkMenu link={link} actions={actions} />,
    },
  ]
}

/** The products and texts with the link, each leading to its form or editor. */
function Uses({ link: { id, uses, usedIn } }: { link: LinkSummary }) {
  return (
    <ul>
      {usedIn.map((use) => (
        <li key={`${use.kind} ${use.id}`}>
          <Link href={hrefOfUse(use)} dir="auto" className={useClass}>
            {use.title || 'Untitled'}
          </Link>
        </li>
      ))}
      {uses > usedIn.length && (
        <li>
          <Link href={`/admin/links/${id}`} className={`${useClass} text-ink-soft`}>
            and {uses - usedIn.length} more
          </Link>
        </li>
      )}
    </ul>
  )
}

const useClass =
  'inline-block py-0.5 wrap-anywhere underline-offset-4 max-md:min-h-10 max-md:min-w-10 max-md:py-2 hover:text-accent-darker hover:underline'

type LinkActions = ReturnType<typeof useLinkActions>

function LinkMenu({ link, actions }: { link: LinkSummary; actions: LinkActions }) {
  const { navigate } = useRouter()
  return (
    <Menu label={`Actions for ${link.url}`}>
      <MenuItem onSelect={() => navigate(`/admin/links/${link.id}`)}>Details</MenuItem>
      <MenuItem onSelect={() => navigate(`/admin/links/${link.id}?replace=1`)}>Replace everywhere…</MenuItem>
      <MenuItem onSelect={() => void copyAddress(link.url)}>Copy address</MenuItem>
      <MenuItem onSelect={() => window.open(link.url, '_blank', 'noopener,noreferrer')}>
        Open the shop
        <ExternalLink aria-hidden="true" className="size-4 text-ink-faint" />
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => actions.check(chosenRow(link))}>Check now</MenuItem>
      {isAlerting(link) && <MenuItem onSelect={() => actions.acknowledge(chosenRow(link))}>Acknowledge</MenuItem>}
      {link.acknowledgedAt && (
        <MenuItem onSelect={() => actions.takeBack(chosenRow(link))}>Take acknowledgement back</MenuItem>
      )}
    </Menu>
  )
}

/** Browsers have no clipboard API over http; the toast then shows the address. */
async function copyAddress(url: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  toast(isCopied ? linkMessages.copied : linkMessages.notCopied(url))
}

/** Returns what follows the host, cut to a few lines. */
function pathOf(url: string): string {
  const text = url.replace(/^https?:\/\/[^/?#]*/, '')
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}

function NoLinks() {
  return (
    <>
      <p className="font-display text-xl text-ink">No affiliate links yet</p>
      <p className="mt-2">Links of products and posts appear here within an hour after they were saved.</p>
    </>
  )
}
