import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportChoices, ImportSurvey, SiteImport } from '../../../contract/app/site-imports.ts'
import { submission } from '../../data/mutations.ts'
import {
  importReportHref,
  importSurveyQuery,
  useCancelSiteImport,
  useConfirmSiteImport,
  useSaveImportChoices,
} from '../../data/owner/site-imports.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { DownloadLink, ToolButton } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { CategoryChoices } from './category-choices.tsx'
import { ImportNotes } from './import-notes.tsx'
import { ImportSamples } from './import-samples.tsx'
import { counted, countOf } from './item-labels.ts'
import { ProductChoiceFields } from './product-choices.tsx'
import { MenuChoice, PictureChoices, RepeatedTexts } from './survey-choices.tsx'

/** Shows what an import would do, and takes the decisions about it. */
export function SurveyPanel({ item }: { item: SiteImport }) {
  const survey = useQuery(importSurveyQuery(item.id))
  const [choices, setChoices] = useState(item.choices)
  const saving = useSaveImportChoices()
  const save = (changes: Partial<ImportChoices>) => {
    const changed = { ...choices, ...changes }
    setChoices(changed)
    saving.mutate(submission({ params: { id: item.id }, body: changed }))
  }
  return (
    <>
      <Panel
        title={`What becomes of “${item.siteName || item.siteUrl || item.fileName}”`}
        description="Nothing is changed before you confirm."
      >
        <PanelQuery query={survey} errorText="The survey could not be loaded." height="h-40">
          {(found) => <Outcome item={item} survey={found} />}
        </PanelQuery>
      </Panel>
      {survey.data && (
        <Panel title="Categories" description="A text keeps its first category; further ones become keywords.">
          <CategoryChoices
            survey={survey.data}
            choices={choices.categories}
            onChange={(categories) => save({ categories })}
          />
        </Panel>
      )}
      {survey.data?.products && survey.data.products.boxes + survey.data.products.links > 0 && (
        <Panel title="Products" description="Your texts show or link to products of shops.">
          <ProductChoiceFields products={survey.data.products} choices={choices} onChange={save} />
        </Panel>
      )}
      {survey.data?.menus && survey.data.menus.length > 0 && (
        <Panel title="Menu" description="Entries below other entries are left out.">
          <MenuChoice menus={survey.data.menus} menu={choices.menu} onChange={(menu) => save({ menu })} />
        </Panel>
      )}
      {survey.data?.repeated && (
        <Panel title="Texts that were imported before">
          <RepeatedTexts repeated={survey.data.repeated} choices={choices} onChange={save} />
        </Panel>
      )}
      <Panel title="Pictures">
        <PictureChoices choices={choices} onChange={save} />
      </Panel>
      <Panel title="Notes" description="What is left out, changed or cannot be read.">
        <ImportNotes item={item} />
      </Panel>
      {survey.data && survey.data.samples.length > 0 && (
        <Panel title="Samples" description="Some texts before and after. Pictures are shown from the old site.">
          <ImportSamples samples={survey.data.samples} />
        </Panel>
      )}
      <Panel>
        <div className="flex flex-wrap gap-2">
          <ImportButton item={item} isSaving={saving.isPending} />
          <DownloadLink href={importReportHref(item.id)}>Report as CSV</DownloadLink>
          <DiscardButton item={item} />
        </div>
      </Panel>
    </>
  )
}

function Outcome({ item, survey }: { item: SiteImport; survey: ImportSurvey }) {
  const { posts, pages, drafts, scheduled, private: hidden, tags, products, authors = [] } = survey
  const number = (count: number) => count.toLocaleString('en-US')
  const rows: [label: string, count: number, outcome: string][] = [
    ['Posts', posts, 'posts with their dates and excerpts'],
    ['Pages', pages, 'pages'],
    ['Drafts', drafts, 'drafts, counted above too'],
    ['Scheduled', scheduled, 'scheduled texts, counted above too'],
    ['Private or with a password', hidden, 'drafts, counted above too'],
    ['Categories', countOf(item, 'category'), 'categories, as you choose below'],
    ['Tags', tags, 'keywords'],
    ['Pictures', countOf(item, 'picture'), 'images of the media library'],
    ['Short links', countOf(item, 'link'), 'redirects'],
    ['Products in boxes', products?.boxes ?? 0, 'products, as you choose below'],
    ['Products in links', products?.links ?? 0, 'as you choose below'],
    ['Menus', countOf(item, 'menu'), 'left out, or the menu of the header, as you choose below'],
    ['Comments', countOf(item, 'comment', 'waiting'), 'kept with their texts, but not shown to readers'],
    ['Spam, deleted comments, links from other sites', countOf(item, 'comment', 'left-out'), 'left out'],
    ['Other items', countOf(item, 'problem'), 'left out or repaired, see the notes'],
  ]
  return (
    <div className="space-y-3 text-[0.9375rem]">
      <p className="wrap-anywhere">
        {item.siteUrl
          ? `Old addresses below ${item.siteUrl} redirect to the new ones.`
          : 'The export does not name the address of the old site, so links and pictures may not be found.'}{' '}
        Every text gets your name, whoever wrote it there{authors.length > 0 && `: ${listed(authors)}`}.
      </p>
      <table className="w-full text-left">
        <caption className="sr-only">What becomes what</caption>
        <thead className="text-sm text-ink-soft">
          <tr>
            <th className="py-1 pr-3 font-semibold">There</th>
            <th className="py-1 pr-3 text-right font-semibold">Count</th>
            <th className="py-1 font-semibold">Here</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, count]) => count > 0)
            .map(([label, count, outcome]) => (
              <tr key={label} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  {label}
                </th>
                <td className="py-1.5 pr-3 text-right tabular-nums">{number(count)}</td>
                <td className="py-1.5">{outcome}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function listed(authors: NonNullable<ImportSurvey['authors']>): string {
  return authors.map(({ name, texts }) => `${name} (${counted(texts, 'text')})`).join(', ')
}

function ImportButton({ item, isSaving }: { item: SiteImport; isSaving: boolean }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const confirmation = useConfirmSiteImport()
  return (
    <>
      <ToolButton tone="primary" onClick={() => setIsConfirming(true)}>
        Import
      </ToolButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Import this site?"
        confirmLabel="Import"
        isDangerous={false}
        isBusy={confirmation.isPending || isSaving}
        error={confirmation.error && messageOf(confirmation.error)}
        onConfirm={() => confirmation.mutate(submission({ params: { id: item.id } }))}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          {counted(countOf(item, 'text'), 'text')} and {counted(countOf(item, 'picture'), 'picture')} are imported.
          Published texts and new products are on the site at once. The import can be undone as a whole for 30 days.
        </p>
      </ConfirmDialog>
    </>
  )
}

function DiscardButton({ item: { id } }: { item: SiteImport }) {
  const cancellation = useCancelSiteImport()
  return (
    <>
      <ToolButton disabled={cancellation.isPending} onClick={() => cancellation.mutate(submission({ params: { id } }))}>
        Choose other files
      </ToolButton>
      {cancellation.error && <p role="alert">{messageOf(cancellation.error)}</p>}
    </>
  )
}
