import { HOME_PRODUCTS } from '../../../contract/platform/limits.ts'
import { Container } from '../../ui/container.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { LateContactForm, LateNewsletterForm } from '../forms/late-forms.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { ProductSection } from '../shop/product-section.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { FeaturedPosts } from './featured-posts.tsx'
import { Hero } from './hero.tsx'
import { LatestPosts } from './latest-posts.tsx'
import { NewestStory } from './newest-story.tsx'
import { useHome } from './use-home.ts'

export function HomePage() {
  const { productsHeading } = useHome()
  return (
    <>
      <HomeHead />
      <Hero />
      <NewestStory />
      <CategoryTiles />
      <FeaturedPosts />
      <LatestPosts />
      <div className="border-line bg-white not-empty:border-t">
        <ProductSection title={productsHeading} limit={HOME_PRODUCTS} linkId="home-grid" />
      </div>
      <section aria-labelledby="newsletter" className="bg-sand py-16 md:py-20">
        <Container width="prose">
          <SectionHeading
            id="newsletter"
            align="center"
            eyebrow="Letters, not noise"
            title="Join the Newsletter"
            description="New guides and honest finds for beginners. No spam, and you can leave at any time."
          />
          <LateNewsletterForm />
        </Container>
      </section>
      <section aria-labelledby="contact" className="py-16 md:py-24">
        <Container className="grid gap-x-16 lg:grid-cols-[2fr_3fr]">
          <SectionHeading
            id="contact"
            eyebrow="Say hello"
            title="Get In Touch"
            description="A question about your routine, an idea for an article, or a correction: write to me."
          />
          <LateContactForm />
        </Container>
      </section>
    </>
  )
}

function HomeHead() {
  const site = useSite()
  const { heroTitle } = useHome()
  return (
    <>
      <Head title={`${site.brand} | ${heroTitle}`} description={site.description} path="/" />
      <JsonLd
        data={{
          '@type': 'WebSite',
          name: site.brand,
          description: site.description,
          url: absoluteUrl(site, '/'),
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${absoluteUrl(site, '/search')}?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
    </>
  )
}
