import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { getMarkRange } from '@tiptap/core'
import { ExternalLink } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { affiliateHostsQuery } from '../../../data/owner/posts.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { CheckboxField, TextField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { AFFILIATE, completeAddress, isAffiliateHost, isAffiliateRel, isSafeAddress } from './link-rules.ts'

type LinkDialogProps = { isOpen: boolean; editor: Editor; onClose: () => void }

/** The link at the cursor, or a new one for what is selected. */
export function LinkDialog({ isOpen, editor, onClose }: LinkDialogProps) {
  return isOpen ? <OpenLinkDialog editor={editor} onClose={onClose} /> : null
}

function OpenLinkDialog({ editor, onClose }: Omit<LinkDialogProps, 'isOpen'>) {
  const [link] = useState(() => readLink(editor))
  const [typed, setTyped] = useState(link.href)
  const [text, setText] = useState(link.text)
  const [chosen, setChosen] = useState<boolean | undefined>(link.isNew ? undefined : isAffiliateRel(link.rel))
  const [error, setError] = useState<string>()
  const { data: hosts = [] } = useQuery({ ...affiliateHostsQuery(), retry: false })
  const address = completeAddress(typed)
  // On by itself for a host that pays, until the owner says otherwise.
  const isAffiliate = chosen ?? isAffiliateHost(address, hosts)

  const apply = () => {
    if (!isSafeAddress(address)) {
      setError('Please enter an address such as https://example.com or /blog/a-post')
      return
    }
    writeLink(editor, { ...link, href: address, text: text || address, isAffiliate })
    onClose()
  }
  const remove = () => {
    editor.chain().setTextSelection(link).unsetMark('link').run()
    onClose()
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    apply()
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
            <ToolButton tone="danger" className="mr-auto" onClick={remove}>
              Remove link
            </ToolButton>
          )}
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" onClick={apply}>
            {link.isNew ? 'Add link' : 'Change link'}
          </ToolButton>
        </>
      }
    >
      <div className="space-y-4">
        <TextField
          label="Address"
          inputMode="url"
          value={typed}
          error={error}
          onKeyDown={applyOnEnter}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
        <TextField
          label="Text"
          value={text}
          onKeyDown={applyOnEnter}
          onChange={(event) => setText(event.target.value)}
        />
        <CheckboxField
          label="Affiliate link"
          hint="Marked as paid for search engines, and opened in a new tab."
          checked={isAffiliate}
          onChange={(event) => setChosen(event.target.checked)}
        />
        {isSafeAddress(address) && (
          <a
            href={address}
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

type FoundLink = { from: number; to: number; href: string; text: string; rel: string | null; isNew: boolean }

function readLink(editor: Editor): FoundLink {
  const { doc, selection, schema } = editor.state
  const range = getMarkRange(selection.$from, schema.marks.link!)
  const { from, to } = range ?? selection
  const { href = '', rel = null } = range
    ? (editor.getAttributes('link') as { href?: string; rel?: string | null })
    : {}
  return { from, to, href: href ?? '', rel, text: doc.textBetween(from, to, ' '), isNew: !range }
}

type WrittenLink = FoundLink & { isAffiliate: boolean }

function writeLink(editor: Editor, { from, to, href, text, rel, isAffiliate }: WrittenLink): void {
  // Other words that a link says of itself (nofollow alone) stay; only the marks of an affiliate link come and go.
  const kept = isAffiliateRel(rel) ? { rel: null, target: null } : {}
  const attributes = { href, ...(isAffiliate ? AFFILIATE : kept) }
  const isSameText = from !== to && text === editor.state.doc.textBetween(from, to, ' ')
  const chain = editor.chain().focus().setTextSelection({ from, to })
  if (isSameText) {
    chain.setMark('link', attributes).setTextSelection(to).run()
  } else {
    chain
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] })
      .unsetMark('link')
      .run()
  }
}
