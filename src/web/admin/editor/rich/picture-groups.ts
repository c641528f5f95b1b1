/** The blocks that hold several pictures. */
const pictureGroups = ['row', 'compare', 'gallery'] as const

export type PictureGroup = (typeof pictureGroups)[number]

export function isPictureGroup(name: string): name is PictureGroup {
  return pictureGroups.some((group) => group === name)
}
