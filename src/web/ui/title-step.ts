/** The class of a page's title by its length: a long title is set smaller, on the server and in the browser alike. */
export function titleStep({ length }: string): string {
  return `title-${length > 90 ? 4 : length > 56 ? 3 : length > 28 ? 2 : 1}`
}
