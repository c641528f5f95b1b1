import type { ProductPageData } from '../../data/shop.ts'
import { postHref } from '../../hrefs.ts'
import { fillPattern } from '../../lib/route-pattern.ts'
import { Link } from '../../lib/router.tsx'
import { useWritten } from '../layout/use-written.ts'

/** The articles and the routines that a product stands in. */
export function ProductMentions({ product: { posts, routines } }: { product: ProductPageData }) {
  return (
    <>
      <Mentions
        id="articles"
        title="Articles with this product"
        links={posts.map(({ slug, title }) => ({ href: postHref(slug), title }))}
      />
      <Mentions
        id="routines"
        title="Routines with this product"
        links={routines.map(({ slug, title }) => ({ href: fillPattern('/routines/:slug', { slug }), title }))}
      />
    </>
  )
}

type MentionsProps = { id: string; title: string; links: { href: string; title: string }[] }

function Mentions({ id, title, links }: MentionsProps) {
  const written = useWritten()
  if (links.length === 0) return null
  return (
    <section aria-labelledby={id} className="product-section">
      <h2 id={id} className="heading">
        {title}
      </h2>
      <ul className="product-mentions">
        {links.map((link) => (
          <li key={link.href} {...written}>
            <Link href={link.href} className="product-link">
              {link.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
