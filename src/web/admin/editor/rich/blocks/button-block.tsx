import { useQuery } from '@tanstack/react-query'
import { Node, type NodeViewRendererProps } from '@tiptap/core'
import type { NodeView } from '@tiptap/pm/view'
import { MousePointerClick } from 'lucide-react'
import { useState } from 'react'
import { BLOCK } from '../../../../../contract/content/blocks.ts'
import { affiliateHostsQuery } from '../../../../data/owner/posts.ts'
import { CheckboxField, TextField } from '../../../kit/form-fields.tsx'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { InsertDialog } from '../insert-dialog.tsx'
import { AFFILIATE, completeUrl, isAffiliateHost, isAffiliateRel, isSafeUrl } from '../link-rules.ts'
import { type BlockDialogProps, changeAction, type EditorBlock, editorAttributes, selectorOf } from './editor-block.ts'

/** A link in the shape of a button. */
const ButtonLink = Node.create({
  name: 'button',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  addAttributes: () => ({
    ...editorAttributes('button'),
    ...Object.fromEntries(
      ['href', 'rel', 'target'].map((name) => [
        name,
        { default: null, parseHTML: (element: HTMLElement) => element.querySelector('a')?.getAttribute(name) ?? null },
      ]),
    ),
  }),
  parseHTML: () => [
    {
      tag: selectorOf('button'),
      priority: 70,
      contentElement: 'a',
      getAttrs: (element) => (element.querySelector(':scope > a[href]:only-child') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { href, rel, target, ...rest } }) => [
    'p',
    { [BLOCK]: 'button', ...rest },
    ['a', { href, rel, target }, 0],
  ],
  // Chromium puts what is typed at an end of a link next to it, where the node has no content.
  addNodeView: () => createButtonView,
})

function createButtonView({ HTMLAttributes: { href, rel, target, ...rest } }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('p')
  for (const [name, value] of Object.entries({ [BLOCK]: 'button', ...rest }))
    if (value != null) dom.setAttribute(name, String(value))
  const contentDOM = document.createElement('a')
  dom.append(contentDOM)
  return { dom, contentDOM }
}

export const buttonBlock = {
  node: ButtonLink,
  menu: {
    description: 'A link that looks like a button',
    words: 'link call to action cta',
    group: 'Blocks',
    icon: MousePointerClick,
  },
  action: changeAction,
  title: (node) => node.textContent || undefined,
  choices: {
    'data-tone': { label: 'Style', options: { '': 'Filled', quiet: 'Outlined' } },
    'data-align': { label: 'Position', options: { '': 'Left', center: 'Center' } },
  },
  Dialog: ButtonDialog,
} satisfies EditorBlock

/** Inserts a button, or changes the one at the cursor. */
function ButtonDialog({ editor, onClose }: BlockDialogProps) {
  const [around] = useState(() => blockAround(editor.state, 'button'))
  const { data: hosts = [] } = useQuery({ ...affiliateHostsQuery(), retry: false })
  const [text, setText] = useState(around?.node.textContent ?? '')
  const [href, setHref] = useState<string>(around?.node.attrs.href ?? '')
  const [chosen, setChosen] = useState(around ? isAffiliateRel(around.node.attrs.rel) : undefined)
  const [error, setError] = useState<{ href?: string; text?: string }>({})
  const url = completeUrl(href)
  const isAffiliate = chosen ?? isAffiliateHost(url, hosts)

  const apply = () => {
    const wrong = {
      ...(isSafeUrl(url) ? {} : { href: 'Please enter an address such as https://example.com or /blog/a-post' }),
      ...(text.trim() ? {} : { text: 'Please enter what the button says' }),
    }
    setError(wrong)
    if (Object.keys(wrong).length > 0) return
    const attrs = { ...around?.node.attrs, href: url, ...(isAffiliate ? AFFILIATE : { rel: null, target: null }) }
    const block = { type: 'button', attrs, content: [{ type: 'text', text: text.trim() }] }
    if (around) editor.commands.insertContentAt({ from: around.at, to: around.at + around.node.nodeSize }, block)
    else insertBlock(editor, [block, { type: 'paragraph' }])
    onClose()
    editor.commands.focus()
  }
  return (
    <InsertDialog what="a button" isNew={!around} onApply={apply} onClose={onClose} size="small">
      <TextField
        optional={false}
        label="Text"
        value={text}
        error={error.text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        optional={false}
        label="Address"
        inputMode="url"
        value={href}
        error={error.href}
        onChange={(event) => setHref(event.target.value)}
      />
      <CheckboxField
        label="Affiliate link"
        hint="Marked as paid for search engines, and opened in a new tab."
        checked={isAffiliate}
        onChange={(event) => setChosen(event.target.checked)}
      />
    </InsertDialog>
  )
}
