/** `Rosa’s rating`, from the name of the author; undefined without one. */
export function ratingOwner(author: string): string | undefined {
  const words = author.split(/\s+/).filter(Boolean)
  // Skips a title such as `Dr.`.
  const name = words.find((word) => !word.endsWith('.')) ?? words[0]
  return name && `${name}’s rating`
}
