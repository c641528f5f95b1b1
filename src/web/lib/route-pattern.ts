/** The parameters of a pattern: `{ slug: string }` for `/blog/:slug`. */
export type ParamsOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : Record<never, string>

/**
 * Matches a raw (percent-encoded) pathname and decodes its parameters. A malformed escape does not match, so that server and
 * browser agree on every URL.
 */
export function compilePattern(pattern: string): (pathname: string) => Record<string, string> | undefined {
  const regex = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  return (pathname) => {
    const found = regex.exec(pathname)
    if (!found) return undefined
    try {
      return Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      )
    } catch {
      return undefined
    }
  }
}

/** The path of a pattern with encoded parameters. */
export function fillPattern(pattern: string, params: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
