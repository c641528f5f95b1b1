import { ChevronLeft } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { settingsGroups } from '../../../contract/accounts/setting-fields.ts'
import { Link, useParams, useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { CommandSearch } from '../commands/command-search.tsx'
import { matching } from '../commands/match.ts'
import { TabHeader } from '../kit/panel.tsx'
import { FieldsSection } from './fields-section.tsx'
import { sectionContents } from './section-contents.ts'
import { sectionHref, settingCommands, settingsPages } from './settings-sections.ts'
import { useSoughtSetting } from './use-sought-setting.ts'

/** Results of the search at most. */
const RESULTS_MAX = 30

/** The settings by page. A phone shows the list of pages, or one of them. */
export function SettingsTab() {
  const { id } = useParams()
  const content = useRef<HTMLDivElement>(null)
  useSoughtSetting(content)
  usePreloadedPages()
  const isList = id === undefined
  return (
    <>
      <TabHeader title="Settings" description="What is saved here is on the site at once." />
      <SettingsSearch key={id} />
      <div className="grid gap-6 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8">
        <nav aria-label="Sections of the settings" className={isList ? '' : 'max-md:hidden'}>
          <PageList current={id ?? settingsPages[0]?.name} isList={isList} />
        </nav>
        <div ref={content} className={`min-w-0 max-w-3xl space-y-6 ${isList ? 'max-md:hidden' : ''}`}>
          <Link
            href="/admin/settings"
            className="-ml-2 flex min-h-10 w-fit items-center gap-1 rounded-lg px-2 text-sm font-semibold text-accent-darker hover:bg-cream md:hidden"
          >
            <ChevronLeft aria-hidden="true" className="size-4" />
            All settings
          </Link>
          <Page name={id ?? settingsPages[0]?.name} />
        </div>
      </div>
    </>
  )
}

function Page({ name }: { name: string | undefined }) {
  const page = settingsPages.find((each) => each.name === name)
  if (!page) return <StatusMessage>There is no such section.</StatusMessage>
  if ('keys' in page) return <FieldsSection key={page.name} section={page} />
  const Content = sectionContents[page.name]
  return (
    <Suspense
      fallback={
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-80 w-full" />
        </div>
      }
    >
      <Content key={page.name} />
    </Suspense>
  )
}

type PageListProps = { current: string | undefined; isList: boolean }

function PageList({ current, isList }: PageListProps) {
  return (
    <div className="space-y-4 md:sticky md:top-4 md:max-h-[calc(100svh-2rem)] md:overflow-y-auto">
      {Object.entries(settingsGroups).map(([group, label]) => (
        <section key={group} aria-labelledby={`settings-${group}`}>
          <h3 id={`settings-${group}`} className="px-3 pb-1 font-sans text-xs font-semibold text-ink-soft">
            {label}
          </h3>
          <ul className="max-md:divide-y max-md:divide-line max-md:rounded-card max-md:border max-md:border-line max-md:bg-white">
            {settingsPages
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.name}>
                  <Link
                    href={sectionHref(page.name)}
                    aria-current={page.name === current ? 'page' : undefined}
                    className={`flex min-h-11 items-center px-3 text-sm font-semibold text-ink-soft hover:bg-cream hover:text-ink md:min-h-9 md:rounded-lg ${isList ? 'md:aria-[current]:bg-cream md:aria-[current]:text-accent-darker' : 'aria-[current]:bg-cream aria-[current]:text-accent-darker'}`}
                  >
                    {page.label}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Finds a setting by the words of its label and its hint. */
function SettingsSearch() {
  const { navigate } = useRouter()
  const [text, setText] = useState('')
  const isClosed = text.trim() === ''
  const commands = isClosed ? [] : matching(settingCommands, text).slice(0, RESULTS_MAX)
  return (
    <search
      className="mb-5 block max-w-xl"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText('')
      }}
    >
      <CommandSearch
        label="Search the settings"
        text={text}
        onText={setText}
        isClosed={isClosed}
        groups={[{ label: 'Settings', commands }]}
        notice={commands.length === 0 && <p className="mt-3 px-3 text-ink-soft">No setting has these words.</p>}
        className={isClosed ? '' : 'rounded-card'}
        onOpen={({ href = '' }, isApart) => {
          if (isApart) return void window.open(href, '_blank', 'noopener')
          setText('')
          navigate(href)
        }}
      />
    </search>
  )
}

/** Loads the code of every page, so that they open while the connection is down. */
function usePreloadedPages(): void {
  useEffect(() => {
    for (const content of Object.values(sectionContents)) void content.preload().catch(() => {})
  }, [])
}
