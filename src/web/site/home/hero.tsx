import type { Picture as PictureFile } from '../../../contract/content/pictures.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { PinButton } from '../pin/pin-button.tsx'
import { homeDefaults, useHome } from './use-home.ts'

/** The first screen: an image behind the text. A gradient keeps the text readable; a cut-out stands next to it and needs none. */
export function Hero() {
  const written = useWritten()
  const site = useSite()
  const { heroPicture, heroImage, heroTitle, heroText } = useHome()
  const hasPicture = heroPicture !== null || heroImage !== ''
  if (!hasPicture) return <PlainHero />
  const isCutOut = heroPicture?.placeholder === ''
  const media = heroPicture ? sharedPictureUrl(site, heroPicture) : absoluteUrl(site, heroImage)
  const pin = { url: absoluteUrl(site, '/'), media, description: `${heroTitle} | ${site.brand}` }
  return (
    <section aria-labelledby="hero" className="relative isolate overflow-hidden bg-cream">
      <div className="absolute inset-x-0 top-0 -z-10 h-50 sm:h-80 md:inset-0 md:h-auto">
        <Picture
          picture={heroPicture}
          src={heroImage}
          alt=""
          sizes={isCutOut ? sizesOf(heroPicture) : '100vw'}
          priority
          className={`size-full ${isCutOut ? 'cut-out' : '[&_img]:object-[76%_50%] md:[&_img]:object-center'}`}
        />
        {!isCutOut && <div className="absolute inset-0 bg-linear-to-t from-cream to-transparent to-25% md:hero-veil" />}
      </div>
      <Container className="relative flex flex-col pt-54 pb-9 sm:pt-86 sm:pb-14 md:min-h-[36rem] md:justify-center md:py-20 lg:min-h-[42rem] 2xl:min-h-[50rem]">
        <div className="md:max-w-sm lg:max-w-xl">
          <h1 id="hero" {...(heroTitle !== homeDefaults.heroTitle && written)} className={titleStep(heroTitle)}>
            {heroTitle}
          </h1>
          <p
            {...(heroText !== homeDefaults.heroText && written)}
            className="hero-text max-w-md md:max-w-80 lg:max-w-md"
          >
            {heroText}
          </p>
          <HeroButtons />
        </div>
        <PinButton pin={pin} className="absolute top-36 sm:top-66 md:top-auto md:bottom-6" />
      </Container>
    </section>
  )
}

/** A cut-out is drawn whole: as high as its area on small screens, 200 and 320 px, and in the right half on others. */
function sizesOf({ width, height }: PictureFile): string {
  const wide = (high: number) => `${Math.round((high * width) / height)}px`
  return `(min-width: 48rem) 54vw, (min-width: 40rem) ${wide(320)}, ${wide(200)}`
}

/** Without a picture there is nothing to save, and the text takes the width. */
function PlainHero() {
  const written = useWritten()
  const { heroTitle, heroText } = useHome()
  return (
    <section aria-labelledby="hero" className="bg-cream">
      <Container className="py-20 text-center md:py-28 lg:py-36">
        <h1
          id="hero"
          {...(heroTitle !== homeDefaults.heroTitle && written)}
          className={`mx-auto max-w-4xl ${titleStep(heroTitle)}`}
        >
          {heroTitle}
        </h1>
        {heroText && (
          <p {...(heroText !== homeDefaults.heroText && written)} className="hero-text mx-auto max-w-xl">
            {heroText}
          </p>
        )}
        <HeroButtons className="justify-center" />
      </Container>
    </section>
  )
}

function HeroButtons({ className = '' }: { className?: string }) {
  return (
    <div className={`hero-buttons ${className}`}>
      <ButtonLink href="/blog" size="large">
        Explore Skincare Guides
      </ButtonLink>
      <ButtonLink href="/shop" variant="secondary" size="large">
        Shop Products
      </ButtonLink>
    </div>
  )
}
