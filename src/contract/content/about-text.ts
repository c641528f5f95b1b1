/** Whether the settings hold a text for the about page; an edited about page has one of its own. */
export function hasAboutText({ aboutText }: { aboutText: string }): boolean {
  return aboutText.trim() !== ''
}
