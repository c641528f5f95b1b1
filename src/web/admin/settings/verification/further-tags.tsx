import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { FURTHER_TAGS_MAX } from '../../../../contract/accounts/verification.ts'
import { readMetaTag } from '../../../../contract/accounts/verification-tags.ts'
import { TextField } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { IconButton, ToolButton } from '../../kit/tool-button.tsx'
import { keyed, type PartProps } from './verification-draft.ts'

/** Tags of services without a field of their own. A whole tag that is pasted fills both fields. */
export function FurtherTags({ draft, faults, onChange }: PartProps) {
  const { tags } = draft
  const add = useRef<HTMLButtonElement>(null)
  const change = (at: number, name: string, content: string) => {
    const pasted = readMetaTag(name) ?? readMetaTag(content) ?? { name, content }
    onChange({ ...draft, tags: tags.map((tag, index) => (index === at ? { ...tag, ...pasted } : tag)) })
  }
  const remove = (at: number) => {
    onChange({ ...draft, tags: tags.filter((_, index) => index !== at) })
    add.current?.focus()
  }
  return (
    <Panel title="Further tags" description="Tags of other services for your home page, up to ten.">
      <ul className="space-y-3">
        {tags.map(({ key, name, content }, at) => (
          <li key={key} className="flex flex-wrap items-start gap-2 sm:flex-nowrap">
            <TextField
              optional={false}
              label={`Name of tag ${at + 1}`}
              className="min-w-0 grow basis-full sm:basis-2/5"
              error={faults[`tags.${at}.name`]}
              value={name}
              autoFocus={name === '' && content === ''}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(at, event.target.value, content)}
            />
            <TextField
              optional={false}
              label={`Content of tag ${at + 1}`}
              className="min-w-0 grow basis-3/5"
              error={faults[`tags.${at}.content`]}
              value={content}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change(at, name, event.target.value)}
            />
            <IconButton label={`Remove tag ${at + 1}`} className="mt-6" onClick={() => remove(at)}>
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      {faults.tags && <p className="mt-2 text-sm font-medium text-alert-deep">{faults.tags}</p>}
      <ToolButton
        ref={add}
        className={tags.length > 0 ? 'mt-4' : ''}
        aria-disabled={tags.length >= FURTHER_TAGS_MAX}
        onClick={() =>
          tags.length < FURTHER_TAGS_MAX && onChange({ ...draft, tags: [...tags, keyed({ name: '', content: '' })] })
        }
      >
        <Plus aria-hidden="true" className="size-4" />
        Add a tag
      </ToolButton>
    </Panel>
  )
}
