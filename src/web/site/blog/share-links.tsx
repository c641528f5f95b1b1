import type { ReactNode } from 'react'
import { siFacebook, siPinterest, siX } from 'simple-icons'
import { BrandGlyph } from '../layout/brand-glyph.tsx'
import type { Pin } from '../pin/pin.ts'
import { PinLink } from '../pin/pin-link.tsx'

type ShareLinksProps = { title: string; url: string; pin: Pin }

const round = 'share-link'

/** Plain links: nothing is loaded from another site before a click. */
export function ShareLinks({ title, url, pin }: ShareLinksProps) {
  return (
    <section aria-labelledby="share" className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <h2 id="share" className="font-sans text-sm font-semibold tracking-normal">
        Share this post
      </h2>
      <ul className="flex gap-x-2">
        <li>
          <PinLink pin={pin} className={round}>
            <BrandGlyph icon={siPinterest} />
            <span className="sr-only">Save to Pinterest (opens in a new window)</span>
          </PinLink>
        </li>
        <li>
          <ShareLink href={`https://x.com/intent/post?${new URLSearchParams({ url, text: title })}`} label="Share on X">
            <BrandGlyph icon={siX} className="size-4.5" />
          </ShareLink>
        </li>
        <li>
          <ShareLink
            href={`https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`}
            label="Share on Facebook"
          >
            <BrandGlyph icon={siFacebook} />
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
      <span className="sr-only">{label} (opens in a new tab)</span>
    </a>
  )
}
