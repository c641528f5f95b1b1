import sax, { type QualifiedTag } from 'sax'

/** An element with the text of its own; names have the prefix that `prefixes` gives their namespace. */
export type XmlElement = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[] }

export type XmlOptions = {
  /** The prefix by a part of the namespace's name, in this order. */
  prefixes: readonly (readonly [namespace: string, prefix: string])[]
  /** Elements that hold markup as text: tags in them that are not escaped become text. */
  textElements: ReadonlySet<string>
  /** The number of elements around those that are yielded. */
  depth: number
}

/** Characters of one yielded element at most. */
const CHARACTERS_MAX = 20_000_000

/** The line of the file, and the sentence of the parser. */
export type XmlFault = { line: number; message: string }

/**
 * The elements at one depth of a file, each as soon as it ends, and the faults on the way. A malformed file is read to its end:
 * unknown entities stay as they are, unclosed tags end with the one around them.
 */
export async function* readElements(
  chunks: AsyncIterable<Buffer>,
  options: XmlOptions,
): AsyncGenerator<XmlElement | XmlFault> {
  const found: (XmlElement | XmlFault)[] = []
  const parser = createParser(options, found)
  let decoder: TextDecoder | undefined
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* found.splice(0)
  }
  parser.write(decoder?.decode() ?? '').close()
  yield* found
}

/** An element has no line. */
export function isFault(found: XmlElement | XmlFault): found is XmlFault {
  return 'line' in found
}

/** The encoding that the declaration of a file names, else UTF-8. */
function encodingOf(start: Buffer): string {
  const named = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start.toString('latin1', 0, 200).trimStart())?.[1]
  try {
    return new TextDecoder(named).encoding
  } catch {
    return 'utf-8'
  }
}

function createParser({ prefixes, textElements, depth }: XmlOptions, found: (XmlElement | XmlFault)[]) {
  const parser = sax.parser(true, { xmlns: true, position: true })
  /** The open elements, `undefined` for those around the yielded ones and for tags that became text. */
  const open: (XmlElement | undefined)[] = []
  let characters = 0
  const current = () => open.findLast((element) => element !== undefined)
  const addText = (text: string) => {
    const element = current()
    characters += text.length
    if (element && characters <= CHARACTERS_MAX) element.text += text
  }
  const nameOf = ({ prefix, local, uri }: Pick<QualifiedTag, 'prefix' | 'local' | 'uri'>) => {
    const known = prefixes.find(([namespace]) => uri.includes(namespace))?.[1] ?? prefix
    return known ? `${known}:${local}` : local
  }
  parser.onopentag = (tag) => {
    const { name, attributes } = tag as QualifiedTag
    const values = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
    if (textElements.has(current()?.name ?? '')) {
      addText(
        `<${name}${Object.entries(values)
          .map(([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`)
          .join('')}>`,
      )
      open.push(undefined)
      return
    }
    open.push(
      open.length < depth
        ? undefined
        : { name: nameOf(tag as QualifiedTag), attributes: values, text: '', children: [] },
    )
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = (name) => {
    const element = open.pop()
    if (!element) {
      if (current()) addText(`</${name}>`)
      return
    }
    const parent = open.at(-1)
    if (parent) return void parent.children.push(element)
    if (characters > CHARACTERS_MAX)
      found.push({ line: parser.line + 1, message: 'An item is longer than 20 million characters' })
    else found.push(element)
    characters = 0
  }
  parser.onerror = ({ message }) => {
    found.push({ line: parser.line + 1, message: message.split('\n')[0]! })
    // The parser goes on if it has no error.
    ;(parser as { error: Error | null }).error = null
    parser.resume()
  }
  return parser
}
