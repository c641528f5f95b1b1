import { Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { type ImportFile, importFileEndings, type SiteImports } from '../../../contract/app/site-imports.ts'
import { submission } from '../../data/mutations.ts'
import { useBeginSiteImport, useDeleteImportFile } from '../../data/owner/site-imports.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { inBytes } from '../kit/in-bytes.ts'
import { ProgressBox } from '../kit/progress-box.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { ArchiveOffer } from './archive-offer.tsx'
import { useExportUpload } from './use-export-upload.ts'

/** Uploads an export, or chooses one on the server, and starts its survey. */
export function ChooseExport({ imports: { files, archive, folders, place } }: { imports: SiteImports }) {
  const upload = useExportUpload()
  const begin = useBeginSiteImport()
  const [folder, setFolder] = useState('')
  const [wordpress, setWordpress] = useState('')
  const [siteUrl, setSiteUrl] = useState('')
  const [sitemap, setSitemap] = useState('')
  const isBusy = upload.uploading !== undefined || begin.isPending
  const isReady = !isBusy && (files.length > 0 || folder !== '' || wordpress !== '')
  const handleBegin = () => begin.mutate(submission({ body: { folder: folder || null, wordpress, siteUrl, sitemap } }))
  return (
    <div className="space-y-5">
      <Sources />
      <UploadButton isBusy={isBusy} onFiles={(chosen) => void upload.start(chosen)} />
      {upload.error && (
        <StatusMessage tone="error">
          The file could not be uploaded: {upload.error} Choose it again to continue where it ended.
        </StatusMessage>
      )}
      {upload.uploading && (
        <ProgressBox label={`Uploading ${upload.uploading.name}`} part={upload.uploading.part}>
          Keep this page open.
          <ToolButton onClick={upload.cancel}>Stop</ToolButton>
        </ProgressBox>
      )}
      {files.length > 0 && <Files files={files} />}
      {archive && <ArchiveOffer offer={archive} />}
      {folders.length > 0 && (
        <SelectField
          label="Or a folder of the server"
          optional
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        >
          <option value="">The uploaded files</option>
          {folders.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <p className="text-sm text-ink-soft wrap-anywhere">
        Up to 2 GB can be uploaded. Put a larger export into the folder {place} of the server.
      </p>
      <TextField
        label="Or the address of a WordPress"
        optional
        hint="If you cannot get its export. Only what is published can be read there: no drafts, private texts or short links."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        value={wordpress}
        onChange={(event) => setWordpress(event.target.value)}
      />
      <TextField
        label="Address of the old site"
        optional
        hint="Exports of Ghost, Substack and Markdown do not name it. Links and pictures are found by it."
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        value={siteUrl}
        onChange={(event) => setSiteUrl(event.target.value)}
      />
      <TextField
        label="Sitemap of the old site"
        optional
        hint="Its addresses that would lead to nothing here are listed in the notes, each with the most similar page."
        placeholder="https://old.example/sitemap.xml"
        inputMode="url"
        autoComplete="off"
        value={sitemap}
        onChange={(event) => setSitemap(event.target.value)}
      />
      {begin.error && <StatusMessage tone="error">{messageOf(begin.error)}</StatusMessage>}
      <ToolButton tone="primary" aria-disabled={!isReady} onClick={isReady ? handleBegin : undefined}>
        Show what is in it
      </ToolButton>
    </div>
  )
}

function Sources() {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
      <li>WordPress: the XML files of Tools, Export; with a ZIP file of wp-content/uploads, if you have it</li>
      <li>
        Ghost: the JSON file of Settings, Export; with a ZIP file of its content folder and the files of Labs, Redirects
        and Routes
      </li>
      <li>Substack: the ZIP file of Settings, Exports</li>
      <li>Another Dewlight: the file of Settings, Export, Everything</li>
      <li>Hugo, Jekyll, Astro and others: a ZIP file of the folder with the Markdown files</li>
    </ul>
  )
}

function UploadButton({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    event.target.value = ''
    if (files.length > 0) onFiles(files)
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        multiple
        accept={importFileEndings.join(',')}
        aria-label="Files of the export"
        tabIndex={-1}
        className="sr-only"
        onChange={handleChange}
      />
      <ToolButton aria-disabled={isBusy} onClick={isBusy ? undefined : () => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" />
        Upload files
      </ToolButton>
    </div>
  )
}

function Files({ files }: { files: ImportFile[] }) {
  const deletion = useDeleteImportFile()
  return (
    <>
      <ul aria-label="Uploaded files" className="divide-y divide-line border-y border-line">
        {files.map(({ name, size }) => (
          <li key={name} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 grow font-semibold wrap-anywhere">{name}</span>
            <span className="shrink-0 text-sm text-ink-soft">{inBytes(size)}</span>
            <IconButton
              danger
              label={`Delete ${name}`}
              onClick={() => deletion.mutate(submission({ params: { name } }))}
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {deletion.error && <StatusMessage tone="error">{messageOf(deletion.error)}</StatusMessage>}
    </>
  )
}
