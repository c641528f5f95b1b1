import type { CSSProperties } from 'react'
import type { MailTheme } from '../../contract/audience/mail-theme.ts'
import { mailtoUrl } from '../../contract/audience/mailto-url.ts'
import type { NewsletterMail, NewsletterPicture } from '../../contract/audience/newsletter-mail.ts'
import { Body, Container, Img, Link, NewsletterPanel, PREVIEW_MAX, Preview, Section, Text } from './mail-elements.tsx'
import { newsletterBlocks } from './newsletter-blocks.tsx'
import { NewsletterNodes } from './newsletter-elements.tsx'
import { footerLinks, ON_SITE, reasonOf, senderLine } from './newsletter-footer.ts'
import { directionOf } from './newsletter-nodes.ts'
import { caption } from './newsletter-styles.ts'
import { darkStyles, each, NewsletterPlaceProvider, narrowStyles, PLATE, paint } from './newsletter-theme.tsx'

const WIDTH = 600
const PADDING = 32

/** The document of a newsletter. `mso` marks where Outlook, which knows no largest width, needs a table of its own. */
export function NewsletterTemplate({ newsletter }: { newsletter: NewsletterMail }) {
  const { theme, title, preview, body } = newsletter
  const edge = { borderWidth: '1px', borderStyle: 'solid', borderRadius: `${theme.radius}px` }
  const sheet = padded(
    paint(theme, { surface: 'white', border: 'line' }, { ...edge, padding: `32px ${PADDING}px 16px` }),
  )
  return (
    <html dir="ltr" lang={newsletter.language}>
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of colours alone */}
        <style dangerouslySetInnerHTML={{ __html: narrowStyles + darkStyles(theme) }} />
      </head>
      <Body className="s-paper" style={{ margin: 0, padding: 0, wordBreak: 'break-word' }}>
        {/* The padding would hide the first words of the newsletter too. */}
        {preview && <Preview>{firstCharacters(preview)}</Preview>}
        <NewsletterPlaceProvider
          value={{ theme, width: WIDTH - 2 * PADDING, isCompact: false, blocks: newsletterBlocks }}
        >
          <Section {...paint(theme, { surface: 'paper' })}>
            <div data-mso="start" />
            <Container width={WIDTH}>
              <Brand newsletter={newsletter} />
              <NewsletterPanel {...sheet}>
                <Kicker newsletter={newsletter} />
                <Note newsletter={newsletter} />
                <Title newsletter={newsletter} />
                <NewsletterNodes nodes={body} />
              </NewsletterPanel>
              <Footer newsletter={newsletter} />
            </Container>
            <div data-mso="end" />
          </Section>
        </NewsletterPlaceProvider>
      </Body>
    </html>
  )
}

/** With less padding on a phone. */
function padded(props: { className?: string; style?: CSSProperties }) {
  return { ...props, className: ['pad', props.className].filter(Boolean).join(' ') }
}

/** As much as mail programs show, without half a character or half a merge field. */
function firstCharacters(text: string): string {
  let first = ''
  for (const [part] of text.matchAll(/\{\{[^{}]*\}\}|./gsu)) {
    if (first.length + part.length > PREVIEW_MAX) break
    first += part
  }
  return first
}

function Brand({ newsletter: { theme, site } }: { newsletter: NewsletterMail }) {
  const name = { fontFamily: theme.display, fontSize: '22px', lineHeight: '28px', textDecoration: 'none' }
  return (
    <NewsletterPanel {...padded({ style: { padding: `28px ${PADDING}px 20px` } })}>
      <div style={{ textAlign: 'center' }}>
        <Link href={site.url} {...paint(theme, { text: 'ink' }, name)}>
          {site.logo ? <Logo logo={site.logo} theme={theme} /> : site.name}
        </Link>
      </div>
    </NewsletterPanel>
  )
}

const LOGO = { width: 192, height: 40 }

/** On white in dark mails too, since most logos are dark and JPEG has no transparency. */
function Logo({ logo, theme }: { logo: NewsletterPicture; theme: MailTheme }) {
  const { width = LOGO.width, height = LOGO.height, alt, sources } = logo
  const scale = Math.min(1, LOGO.width / width, LOGO.height / height)
  return (
    <Img
      src={sources[0]!.url}
      alt={alt}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      className="plate"
      style={{ ...PLATE, display: 'inline-block', padding: '6px 10px', borderRadius: `${theme.radius}px` }}
    />
  )
}

/** Says before everything else what the mail owes to a brand. */
function Kicker({ newsletter: { theme, kicker } }: { newsletter: NewsletterMail }) {
  if (kicker === undefined) return null
  const style = { ...caption(theme.sans), fontWeight: 600, margin: '0 0 12px' }
  return <Text {...paint(theme, { text: 'accentDeep' }, style)}>{kicker}</Text>
}

/** The owner's own words, apart from the article below them. */
function Note({ newsletter: { theme, note } }: { newsletter: NewsletterMail }) {
  if (note.length === 0) return null
  return (
    <div
      {...paint(
        theme,
        { border: 'line' },
        { borderWidth: '0 0 1px', borderStyle: 'solid', margin: '0 0 28px', padding: '0 0 8px' },
      )}
    >
      <NewsletterNodes nodes={note} />
    </div>
  )
}

function Title({ newsletter: { theme, title, byline, day, pageUrl } }: { newsletter: NewsletterMail }) {
  const font = { fontFamily: theme.display, fontSize: '30px', lineHeight: '38px', fontWeight: 600 }
  return (
    <>
      <h1 dir={directionOf(title)} {...paint(theme, { text: 'ink' }, { ...font, margin: '0 0 8px' })}>
        {title}
      </h1>
      <Text {...paint(theme, { text: 'inkSoft' }, { ...caption(theme.sans), margin: '0 0 20px' })}>
        {byline && `By ${byline} · `}
        {day}
        {pageUrl && (
          <>
            {' · '}
            <Link href={pageUrl} {...paint(theme, { text: 'accentDeep' }, { textDecoration: 'underline' })}>
              {ON_SITE}
            </Link>
          </>
        )}
      </Text>
    </>
  )
}

function Footer({ newsletter }: { newsletter: NewsletterMail }) {
  const { theme, site } = newsletter
  const small = paint(theme, { text: 'inkSoft' }, { ...caption(theme.sans), margin: '0 0 10px', textAlign: 'center' })
  const accent = paint(theme, { text: 'accentDeep' }, { textDecoration: 'underline' })
  return (
    <NewsletterPanel {...padded({ style: { padding: `24px ${PADDING}px 32px` } })}>
      <div>
        <Text {...small}>{reasonOf(newsletter)}</Text>
        <Text {...small}>
          {each(footerLinks(newsletter), ({ label, href }, at) => (
            <>
              {at > 0 && ' · '}
              <Link href={href} {...accent}>
                {label}
              </Link>
            </>
          ))}
        </Text>
        <Text {...small}>
          {senderLine(newsletter)}
          {site.email && (
            <>
              {' · '}
              <Link href={mailtoUrl(site.email)} {...accent}>
                {site.email}
              </Link>
            </>
          )}
        </Text>
      </div>
    </NewsletterPanel>
  )
}
