import { type Handler, Parser, type ParserOptions } from 'htmlparser2'

/** Markup that exceeds a bound of `createBoundedParser`. */
export class UnboundedMarkup extends Error {
  constructor() {
    super('The markup is nested too deeply, or one of its tags or comments is too long')
  }
}

/** Open elements at a time. */
export const DEPTH_MAX = 100
/** Characters of one comment, one declaration, or one tag with its attributes. */
export const TOKEN_CHARACTERS_MAX = 1024 * 1024

export type BoundedParser = { write: (markup: string) => void; end: (markup?: string) => void }

/**
 * htmlparser2 with bounds, for markup of others. Its list of open elements takes time that grows with the square of their
 * number, and it holds a comment or a tag in memory until that ends. Throws `UnboundedMarkup`.
 */
export function createBoundedParser(
  handler: Partial<Handler>,
  options?: ParserOptions,
  { depthMax = DEPTH_MAX } = {},
): BoundedParser {
  let depth = 0
  let written = 0
  let tokenStart = 0
  const endToken = () => {
    tokenStart = parser.endIndex + 1
  }
  const parser = new Parser(
    {
      onopentag(...tag) {
        endToken()
        depth += 1
        if (depth > depthMax) throw new UnboundedMarkup()
        handler.onopentag?.(...tag)
      },
      onclosetag(...tag) {
        endToken()
        depth -= 1
        handler.onclosetag?.(...tag)
      },
      ontext(text) {
        endToken()
        handler.ontext?.(text)
      },
      oncomment: endToken,
      onprocessinginstruction: endToken,
    },
    options,
  )
  const write = (markup: string) => {
    written += markup.length
    parser.write(markup)
    if (written - tokenStart > TOKEN_CHARACTERS_MAX) throw new UnboundedMarkup()
  }
  return {
    write,
    end(markup = '') {
      write(markup)
      parser.end()
    },
  }
}
