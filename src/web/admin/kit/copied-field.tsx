import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { controlClass } from './form-fields.tsx'
import { IconButton } from './tool-button.tsx'

/** A read-only value with a button that copies it. */
export function CopiedField({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === value
  const copy = () =>
    navigator.clipboard?.writeText(value).then(
      () => setCopied(value),
      () => setCopied(undefined),
    )
  return (
    <div className="flex items-end gap-2">
      <label className="min-w-0 grow">
        <span className="mb-1 block font-semibold">{label}</span>
        <input
          readOnly
          // Outside a form around it, which Enter would submit.
          form=""
          value={value}
          onFocus={(event) => event.target.select()}
          className={`${controlClass} font-mono text-sm`}
        />
      </label>
      <IconButton label={isCopied ? `${label} copied` : `Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
      </IconButton>
    </div>
  )
}
