import type { ComponentProps, ReactNode } from 'react'
import { isPictureUrl, toSecureUrl } from '../../../contract/platform/urls.ts'
import { Picture } from '../../ui/picture.tsx'
import { TextField } from './form-fields.tsx'

type ImageFieldProps = ComponentProps<typeof TextField> & {
  /** The current URL, for the preview. */
  address: string
  /** Other sources, such as the media library. */
  actions?: ReactNode
}

/** An image URL with a preview. */
export function ImageField({ address, actions, ...field }: ImageFieldProps) {
  const src = toSecureUrl(address.trim())
  return (
    <div className="flex items-start gap-4">
      <Picture
        key={address}
        picture={null}
        src={isPictureUrl(src) ? src : undefined}
        alt=""
        sizes="96px"
        className="mt-6 size-24 shrink-0 rounded-lg border border-line"
      />
      <div className="min-w-0 grow">
        <TextField {...field} inputMode="url" spellCheck={false} />
        {actions && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
