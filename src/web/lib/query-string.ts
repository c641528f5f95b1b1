/** The query of a URL that hands text to another program: apps show the plus sign of `URLSearchParams` instead of a blank. */
export function queryString(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString().replaceAll('+', '%20')
}
