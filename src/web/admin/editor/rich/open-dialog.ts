import type { PictureGroup } from './picture-groups.ts'

/** The dialogs of the visual editor. */
export type OpenDialog =
  | ('link' | 'image' | 'product' | 'products' | 'button' | 'video')
  | ('review' | 'note' | 'pick' | 'picks' | 'comparison' | 'routine' | 'ingredient')
  | PictureGroup
