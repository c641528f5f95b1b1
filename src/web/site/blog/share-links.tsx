import type { ReactNode } from 'react'
import { queryString } from '../../lib/query-string.ts'
import { BrandGlyph } from '../layout/brand-glyph.tsx'
import type { Pin } from '../pin/pin.ts'
import { PinLink } from '../pin/pin-link.tsx'

type ShareLinksProps = { title: string; url: string; pin: Pin }

const round = 'share-link'

/** Plain links: nothing is loaded from another site before a click. */
export function ShareLinks({ title, url, pin }: ShareLinksProps) {
  return (
    <section aria-labelledby="share">
      <h2 id="share">Share this post</h2>
      <ul>
        <li>
          <PinLink pin={pin} className={round}>
            <BrandGlyph name="pinterest" />
            <span className="sr-only">Save to Pinterest (opens in a new window)</span>
          </PinLink>
        </li>
        <li>
          <ShareLink href={`https://x.com/intent/post?${queryString({ url, text: title })}`} label="Share on X">
            <BrandGlyph name="x" className="size-4.5" />
          </ShareLink>
        </li>
        <li>
          <ShareLink
            href={`https://www.facebook.com/sharer/sharer.php?${queryString({ u: url })}`}
            label="Share on Facebook"
          >
            <BrandGlyph name="facebook" />
          </ShareLink>
        </li>
      </ul>
    </section>
  )
}

function ShareLink({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={round}>
      {children}
      <span className="sr-only">{`${label} (opens in a new tab)`}</span>
    </a>
  )
}
