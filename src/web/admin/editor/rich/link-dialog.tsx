import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { ExternalLink } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { headingSlug } from '../../../../contract/content/body-markup.ts'
import { affiliateHostsQuery } from '../../../data/owner/posts.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../kit/form-fields.tsx'
import { linkHint } from '../../kit/link-hint.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import {
  completeUrl,
  isAffiliateHost,
  isAffiliateRel,
  isSafeUrl,
  readLink,
  removeLink,
  writeLink,
} from './link-rules.ts'

type LinkDialogProps = { isOpen: boolean; editor: Editor; onClose: () => void }

/** Edits the link at the cursor, or adds one to the selection. */
export function LinkDialog({ isOpen, editor, onClose }: LinkDialogProps) {
  return isOpen ? <OpenLinkDialog editor={editor} onClose={onClose} /> : null
}

function useLinkForm(editor: Editor, onClose: () => void) {
  const [link] = useState(() => readLink(editor))
  const [sections] = useState(() => listSections(editor))
  const [href, setHref] = useState(link.href)
  const [text, setText] = useState(link.text)
  const [chosen, setChosen] = useState<boolean | undefined>(link.isNew ? undefined : isAffiliateRel(link.rel))
  const [error, setError] = useState<string>()
  const { data: hosts = [] } = useQuery({ ...affiliateHostsQuery(), retry: false })
  const url = completeUrl(href)
  // Preset by the link's host until the owner changes it.
  const isAffiliate = chosen ?? isAffiliateHost(url, hosts)

  return {
    isNew: link.isNew,
    sections,
    href,
    text,
    url,
    isAffiliate,
    error,
    setText,
    setIsAffiliate: setChosen,
    setHref(typed: string) {
      setHref(typed)
      setError(undefined)
    },
    apply() {
      if (!isSafeUrl(url)) {
        setError('Please enter an address such as https://example.com or /blog/a-post')
        return
      }
      const section = sections.find(({ id }) => url === `#${id}`)
      if (section) keepSectionId(editor, section)
      writeLink(editor, { ...link, href: url, text: text || url, isAffiliate })
      onClose()
    },
    remove() {
      removeLink(editor, link)
      onClose()
    },
  }
}

function OpenLinkDialog({ editor, onClose }: Omit<LinkDialogProps, 'isOpen'>) {
  const link = useLinkForm(editor, onClose)
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    link.apply()
  }

  return (
    <Dialog
      isOpen
      title={link.isNew ? 'Add a link' : 'Change the link'}
      onClose={onClose}
      size="small"
      footer={
        <>
          {!link.isNew && (
            <ToolButton tone="danger" className="mr-auto" onClick={link.remove}>
              Remove link
            </ToolButton>
          )}
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" onClick={link.apply}>
            {link.isNew ? 'Add link' : 'Change link'}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-4">
        <TextField
          optional={false}
          label="Address"
          inputMode="url"
          value={link.href}
          error={link.error}
          hint={linkHint(link.url)}
          onKeyDown={applyOnEnter}
          onChange={(event) => link.setHref(event.target.value)}
        />
        {link.sections.length > 0 && (
          <SelectField
            optional={null}
            label="Or a section of this text"
            value={link.sections.find(({ id }) => link.href === `#${id}`)?.id ?? ''}
            onChange={({ target }) => link.setHref(target.value && `#${target.value}`)}
          >
            <option value="">None</option>
            {link.sections.map(({ id, text }) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          optional
          label="Text"
          value={link.text}
          onKeyDown={applyOnEnter}
          onChange={(event) => link.setText(event.target.value)}
        />
        <CheckboxField
          label="Affiliate link"
          hint="Marked as paid for search engines, and opened in a new tab."
          checked={link.isAffiliate}
          onChange={(event) => link.setIsAffiliate(event.target.checked)}
        />
        {isSafeUrl(link.url) && !link.url.startsWith('#') && (
          <a
            href={link.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-10 items-center gap-2 text-sm font-semibold text-accent-darker underline underline-offset-4"
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            Open this address
          </a>
        )}
      </div>
    </Dialog>
  )
}

type Section = { at: number; text: string; id: string }

/** The headings of a text, each with its id, or the one that it gets when a link leads to it. */
function listSections({ state: { doc } }: Editor): Section[] {
  const taken = new Set<string>()
  const headings: { at: number; text: string; own: string | null }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '') {
      const own = node.attrs.id as string | null
      headings.push({ at, text: node.textContent, own })
      if (own) taken.add(own)
    }
    return !node.isTextblock
  })
  return headings.map(({ at, text, own }) => ({ at, text, id: own ?? freeId(headingSlug(text) || 'section', taken) }))
}

/** Stores the id of a section at its heading, so that links stay when its text changes. */
function keepSectionId(editor: Editor, { at, id }: Section): void {
  if (editor.state.doc.nodeAt(at)?.attrs.id === id) return
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'id', id))
}

function freeId(base: string, taken: Set<string>): string {
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}-${number}`
  taken.add(id)
  return id
}
