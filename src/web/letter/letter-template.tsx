import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import type { CSSProperties } from 'react'
import type { LetterMail } from '../../contract/letter-mail.ts'
import { letterBlocks } from './letter-blocks.tsx'
import { LetterNodes, Paragraph } from './letter-elements.tsx'
import { footerLinks, reasonOf } from './letter-footer.ts'
import { darkStyles, each, LetterPlaceProvider, narrowStyles, paint } from './letter-look.tsx'
import { LetterPanel } from './letter-panel.tsx'
import { caption } from './letter-styles.ts'

const WIDTH = 600
const PADDING = 32

/** Characters of the preview, which the library pads with invisible ones. */
const PREVIEW_MAX = 150

/** The document of a letter. `mso` marks where Outlook, which knows no largest width, needs a table of its own. */
export function LetterTemplate({ letter }: { letter: LetterMail }) {
  const { look, title, preview, body } = letter
  const edge = { borderWidth: '1px', borderStyle: 'solid', borderRadius: `${look.radius}px` }
  const sheet = padded(
    paint(look, { surface: 'white', border: 'line' }, { ...edge, padding: `32px ${PADDING}px 16px` }),
  )
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of colours alone */}
        <style dangerouslySetInnerHTML={{ __html: narrowStyles + darkStyles(look) }} />
      </Head>
      <Body className="s-paper" style={{ margin: 0, padding: 0, wordBreak: 'break-word' }}>
        <Preview>{firstCharacters(preview)}</Preview>
        <LetterPlaceProvider value={{ look, width: WIDTH - 2 * PADDING, isCompact: false, blocks: letterBlocks }}>
          <Section {...paint(look, { surface: 'paper' })}>
            <div data-mso="start" />
            <Container style={{ maxWidth: `${WIDTH}px`, width: '100%' }}>
              <Brand letter={letter} />
              <LetterPanel {...sheet}>
                <Note letter={letter} />
                <Title letter={letter} />
                <LetterNodes nodes={body} />
              </LetterPanel>
              <Footer letter={letter} />
            </Container>
            <div data-mso="end" />
          </Section>
        </LetterPlaceProvider>
      </Body>
    </Html>
  )
}

/** With less padding on a phone. */
function padded(props: { className?: string; style?: CSSProperties }) {
  return { ...props, className: ['pad', props.className].filter(Boolean).join(' ') }
}

/** As much as mail programs show, without half a character. */
function firstCharacters(text: string): string {
  let first = ''
  for (const character of text) {
    if (first.length + character.length > PREVIEW_MAX) break
    first += character
  }
  return first
}

function Brand({ letter: { look, site } }: { letter: LetterMail }) {
  return (
    <LetterPanel {...padded({ style: { padding: `28px ${PADDING}px 20px` } })}>
      <div style={{ textAlign: 'center' }}>
        <Link
          href={site.url}
          {...paint(
            look,
            { text: 'ink' },
            { fontFamily: look.display, fontSize: '22px', lineHeight: '28px', textDecoration: 'none' },
          )}
        >
          {site.name}
        </Link>
      </div>
    </LetterPanel>
  )
}

/** The owner's own words, apart from the article below them. */
function Note({ letter: { look, note } }: { letter: LetterMail }) {
  if (note.length === 0) return null
  return (
    <div
      {...paint(
        look,
        { border: 'line' },
        { borderWidth: '0 0 1px', borderStyle: 'solid', margin: '0 0 28px', padding: '0 0 8px' },
      )}
    >
      {each(note, (paragraph) => (
        <Paragraph>
          {each(paragraph.split('\n'), (line, number) => (
            <>
              {number > 0 && <br />}
              {line}
            </>
          ))}
        </Paragraph>
      ))}
    </div>
  )
}

function Title({ letter: { look, title, senderName, site } }: { letter: LetterMail }) {
  const isNamed = senderName !== '' && senderName !== site.name
  const font = { fontFamily: look.display, fontSize: '30px', lineHeight: '38px', fontWeight: 600 }
  return (
    <>
      <Heading as="h1" {...paint(look, { text: 'ink' }, { ...font, margin: isNamed ? '0 0 8px' : '0 0 20px' })}>
        {title}
      </Heading>
      {isNamed && (
        <Text {...paint(look, { text: 'inkSoft' }, { ...caption(look.sans), margin: '0 0 20px' })}>
          By {senderName}
        </Text>
      )}
    </>
  )
}

function Footer({ letter }: { letter: LetterMail }) {
  const { look, site } = letter
  const small = paint(look, { text: 'inkSoft' }, { ...caption(look.sans), margin: '0 0 10px', textAlign: 'center' })
  const accent = paint(look, { text: 'accentDeep' }, { textDecoration: 'underline' })
  return (
    <LetterPanel {...padded({ style: { padding: `24px ${PADDING}px 32px` } })}>
      <div>
        <Text {...small}>{reasonOf(letter)}</Text>
        <Text {...small}>
          {each(footerLinks(letter), ({ label, href }, at) => (
            <>
              {at > 0 && ' · '}
              <Link href={href} {...accent}>
                {label}
              </Link>
            </>
          ))}
        </Text>
        <Text {...small}>
          {[site.name, site.location].filter(Boolean).join(', ')}
          {site.email && (
            <>
              {' · '}
              <Link href={`mailto:${site.email}`} {...accent}>
                {site.email}
              </Link>
            </>
          )}
        </Text>
      </div>
    </LetterPanel>
  )
}
